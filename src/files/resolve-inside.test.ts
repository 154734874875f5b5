import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { isInside, makeFolderInside, resolveInside } from "./resolve-inside.ts";
import { writeInside } from "./write-inside.ts";

const top = realpathSync(mkdtempSync(join(tmpdir(), "clew-path-")));
const root = join(top, "b");
const outside = join(top, "outside");
afterAll(() => rmSync(top, { recursive: true, force: true }));

for (const folder of ["b/in/deep", "bc", "outside/secret", "b/caf\u00e9"])
  mkdirSync(join(top, folder), { recursive: true });
writeFileSync(join(root, "file"), "kept");
symlinkSync(outside, join(root, "out"));
symlinkSync(join("..", "outside"), join(root, "out-relative"));
symlinkSync(join(root, "in"), join(root, "in-again"));
symlinkSync("nowhere", join(root, "dangling"));
symlinkSync(join(outside, "not-yet"), join(root, "dangling-out"));
symlinkSync("circle", join(root, "circle"));
symlinkSync(root, join(top, "other-name"));
symlinkSync("..", join(root, "in", "up"));

const refused = (wanted: string) =>
  resolveInside(root, wanted).then(
    (path) => `resolved to ${path}`,
    (error) => `${error.code}: ${error.message}`,
  );

describe("a path in the root", () => {
  test.each([
    ["", "."],
    [".", "."],
    ["in/deep", "in/deep"],
    ["new/folders/here", "new/folders/here"],
    ["in/../new", "new"],
    ["in-again/deep", "in/deep"],
    ["in-again/new", "in/new"],
    ["in/up/in/new", "in/new"],
    ["in/", "in"],
    ["in/up/../../outside", "outside"],
    [".hidden/...", ".hidden/..."],
    ["a b/ü/日本", "a b/ü/日本"],
    ["%2e%2e/x", "%2e%2e/x"],
  ])("[W1] %j is found, links resolved", async (wanted, expected) => {
    expect(await resolveInside(root, wanted)).toBe(join(root, expected));
  });

  test("[W1] accepts an absolute path into the root, also through another name of the root", async () => {
    expect(await resolveInside(root, join(root, "new"))).toBe(join(root, "new"));
    expect(await resolveInside(root, join(top, "other-name", "in", "new"))).toBe(join(root, "in", "new"));
    expect(await resolveInside(join(top, "other-name"), "new")).toBe(join(root, "new"));
  });

  test("[W1] a name in another Unicode form is the one on disk, or a new one in the root", async () => {
    for (const name of ["caf\u00e9", "cafe\u0301", "CAF\u00c9"])
      expect(isInside(root, await resolveInside(root, `${name}/new`))).toBe(true);
  });
});

describe("a path outside of the root", () => {
  test.each([
    "..",
    "../",
    "../bc",
    "../b2",
    "in/../../bc",
    "in/deep/../../../outside",
    "out",
    "out/secret",
    "out/new",
    "out-relative/new",
    "in/up/out/new",
    "../../../../../../../../etc",
    "/",
    "/etc",
    "/etc/passwd",
    outside,
    join(top, "bc"),
    `${root}c`,
    join(root, "..", "outside"),
    join(top, "other-name", "out", "new"),
  ])("[W1] %j is refused as outside", async (wanted) => {
    const said = await refused(wanted);
    expect(said).toMatch(/^EXPORT_FAILED: Nothing was exported: the destination is outside/);
    expect(said).not.toContain(top);
  });

  test.each([
    ["in\0/../../etc", /zero byte/],
    ["..\\..\\outside", /backslash/],
    ["in\\deep", /backslash/],
    ["C:\\exports", /backslash/],
    ["C:/exports", /drive/],
    ["c:", /drive/],
    ["file:///etc", /URI/],
    ["http://example.com/x", /URI/],
    ["dangling", /has no target/],
    ["dangling-out/new", /has no target/],
    ["circle/new", /loop/],
    ["file/new", /part of the destination is a file/],
  ])("[W1] %j is refused, with the reason and no path of the machine", async (wanted, reason) => {
    const said = await refused(wanted);
    expect(said).toMatch(/^EXPORT_FAILED: Nothing was exported: /);
    expect(said).toMatch(reason);
    expect(said).not.toContain(top);
  });

  test.each([
    ["a name", "x".repeat(300)],
    ["a path", "in/".repeat(500)],
    ["a nest of folders", "x/".repeat(100)],
  ])("[W1] %s that is too long is refused before a folder of it is made", async (_, wanted) => {
    expect(await refused(wanted)).toMatch(/^EXPORT_FAILED: .*(too long|too deep)/);
  });

  test("[W1] any path resolves into the root or is refused, and nothing is created outside", async () => {
    const before = readdirSync(outside, { recursive: true });
    const step = fc.oneof(
      fc.constantFrom(
        "..",
        ".",
        "",
        "in",
        "out",
        "out-relative",
        "in-again",
        "up",
        "dangling",
        "file",
        "deep",
      ),
      fc.constantFrom(top, root, outside, `${root}c`, "~", "C:", "\\", "..\\", "\0", "new"),
      fc.string({ unit: "binary", maxLength: 5 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), fc.boolean(), async (steps, absolute) => {
        const wanted = (absolute ? sep : "") + steps.join("/").toWellFormed();
        try {
          const { folder } = await makeFolderInside(root, wanted);
          expect(isInside(root, realpathSync(folder))).toBe(true);
          expect(realpathSync(folder)).toBe(folder);
        } catch (error) {
          expect(error).toMatchObject({ code: "EXPORT_FAILED" });
          expect(String((error as Error).message)).not.toContain(top);
        }
      }),
      { numRuns: 500 },
    );
    expect(readdirSync(outside, { recursive: true })).toEqual(before);
    expect(readdirSync(top).sort()).toEqual(["b", "bc", "other-name", "outside"]);
  });
});

describe("creating a folder", () => {
  test("[W1] refuses a file at its path", async () => {
    await expect(makeFolderInside(root, "file")).rejects.toMatchObject({ code: "EXPORT_FAILED" });
  });

  test("[W1] notices a link that replaced the folder after the check, before the file gets its name", async () => {
    async function* swapping() {
      yield "the beginning";
      renameSync(join(root, "swapped"), join(root, "moved"));
      symlinkSync(outside, join(root, "swapped"));
      yield "and the end";
    }
    const destination = { home: root, root, folder: "swapped", names: ["export.json"] };
    await expect(writeInside(destination, swapping())).rejects.toMatchObject({ code: "EXPORT_FAILED" });
    expect(readdirSync(outside)).toEqual(["secret"]);
    expect(readdirSync(join(root, "moved"))).not.toContain("export.json");
  });

  test("[W1] a sibling with the same name prefix is not inside", () => {
    const [a, ab] = [join(sep, "a"), join(sep, "ab")];
    expect([isInside(a, ab), isInside(a, a), isInside(a, join(a, "b")), isInside(sep, a)]).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });
});
