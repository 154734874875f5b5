import fc from "fast-check";
import { expect, test } from "vitest";
import { parseRequested } from "./requested-packages.ts";

test.each([
  ["lodash", "lodash", "*"],
  ["lodash@4.17.21", "lodash", "4.17.21"],
  ["@scope/x@^2", "@scope/x", "^2"],
  ["@scope/x", "@scope/x", "*"],
  ["date-fns@latest", "date-fns", "latest"],
  ["react@19.0.0-rc.1+build", "react", "19.0.0-rc.1+build"],
  ["ms@>=2", "ms", ">=2"],
  ["a@1.x", "a", "1.x"],
])("[J18] %s is a package of the registry", (text, name, range) => {
  expect(parseRequested([text])).toEqual([{ name, range }]);
});

test.each([
  "",
  " lodash",
  "lodash@ 4",
  "lodash@>=1 <2",
  "-g",
  "--allow-scripts",
  "./local",
  "../up",
  "/etc/passwd",
  ".hidden",
  "a/b",
  "user/repo",
  "@scope",
  "@scope/",
  "@../x",
  "lodash@",
  "lodash@../x",
  "x@file:../y",
  "x@npm:lodash@4",
  "npm:lodash",
  "jsr:@std/path",
  "x@workspace:*",
  "x@git+https://example.com/x.git",
  "git@example.com:a/b.git",
  "https://example.com/x.tgz",
  "x@https://example.com/x.tgz",
  "file:x",
  "node_modules",
  "lodash\n",
  "lodash\u0000",
  "a".repeat(215),
])("[J18] %j is refused with what to send", (text) => {
  expect(() => parseRequested(["ms", text])).toThrow(
    expect.objectContaining({ code: "INVALID_ARGUMENT", message: expect.stringMatching(/Send a name/) }),
  );
});

test("[J18] accepts one to 20 packages at once; the last entry for a package wins", () => {
  for (const count of [0, 21])
    expect(() => parseRequested(Array.from({ length: count }, (_, i) => `p${i}`))).toThrow(
      expect.objectContaining({ code: "INVALID_ARGUMENT" }),
    );
  expect(parseRequested(["ms@1", "ms@2"])).toEqual([{ name: "ms", range: "2" }]);
});

test("[J18] accepts nothing that contains a path, an address or an option", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."a@/.:-^1 \\%#\n") }), (text) => {
      let parsed: ReturnType<typeof parseRequested>;
      try {
        parsed = parseRequested([text]);
      } catch {
        return;
      }
      for (const { name, range } of parsed) {
        expect(name).toMatch(/^(@[^/\s:.-][^/\s:]*\/)?[^/\s:.@-][^/\s:@]*$/);
        expect(range).not.toMatch(/[/\s:\\%#@]|^-/);
      }
    }),
  );
});
