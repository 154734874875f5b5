import fc from "fast-check";
import { expect, test } from "vitest";
import { clientFiles } from "./fixtures.ts";
import { Refusal } from "./format.ts";
import { parseJsonc } from "./jsonc.ts";

test("[K2] plain JSON has the same value as with JSON.parse", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2, "\t"), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      expect(parseJsonc(text).value).toEqual(JSON.parse(text));
    }),
  );
});

test("[K7] refuses text that JSON.parse refuses, except for comments and trailing commas", () => {
  fc.assert(
    fc.property(
      fc.json(),
      fc.nat(),
      fc.constantFrom("", "}", '"', ":", "x", "\\", "\n", "1"),
      (json, at, piece) => {
        const offset = at % (json.length + 1);
        const text = json.slice(0, offset) + piece + json.slice(offset + (piece === "" ? 1 : 0));
        const [ours, theirs] = [outcome(() => parseJsonc(text).value), outcome(() => JSON.parse(text))];
        if (!/\/[/*]|,\s*[}\]]/.test(text)) expect(ours).toEqual(theirs);
      },
    ),
    { numRuns: 500 },
  );
});

test("[K2] skips comments and trailing commas, and offsets point at the values", () => {
  const text = clientFiles.vscode as string;
  const root = parseJsonc(text);
  const servers = root.members?.find(({ key }) => key === "servers");
  expect(servers?.node.members?.map(({ key }) => key)).toEqual(["playwright", "perplexity"]);
  expect(text.slice(servers?.node.start, servers?.node.end)).toMatch(/^\{[\s\S]*\}$/);
  expect(text.charAt(servers?.comma ?? -1)).toBe(",");
});

test.each([
  ['{\n  "a": 1\n  "b": 2\n}', "expected ','", 3, 3],
  ["", "the document ends too early", 1, 1],
  ['{"a": }', "expected a value", 1, 7],
  ['{"a": tru}', "expected a value", 1, 7],
  ['{"a": "x}', "a string that is never closed", 1, 7],
  ['{"a": "\\q"}', "an invalid string", 1, 7],
  ["{a: 1}", "expected a property name in double quotes", 1, 2],
  ['{"a" 1}', "expected ':'", 1, 6],
  ["[1 2]", "expected ','", 1, 4],
  ["[,]", "expected a value", 1, 2],
  ["{} x", "text after the end of the document", 1, 4],
  ["{ /* never ends", "a comment that is never closed", 1, 3],
  ["[".repeat(1002), "nested too deeply", 1, 1002],
])("[K7] refuses %j and names the position", (text, message, line, column) => {
  expect(() => parseJsonc(text)).toThrow(expect.objectContaining({ message, position: { line, column } }));
});

function outcome(run: () => unknown): unknown {
  try {
    return { value: run() };
  } catch (error) {
    return error instanceof SyntaxError || error instanceof Refusal ? "refused" : error;
  }
}
