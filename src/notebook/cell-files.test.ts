import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scratchFolder } from "../../test/durability/scratch.ts";
import { createCellFiles } from "./cell-files.ts";
import { toNotebook } from "./notebook.ts";
import type { NotebookState } from "./notebook-store.ts";

function notebook(files: Readonly<Record<string, string>>, version = 1, packageJson?: string): NotebookState {
  const cells = Object.entries(files).map(
    ([filename, content]) => ({ kind: "code", content, filename }) as const,
  );
  const made = toNotebook({ title: "Files", cells: [...cells, { kind: "markdown", content: "Text" }] });
  return {
    id: made.id,
    title: made.title,
    language: made.language,
    allowNet: [],
    cellCount: made.cells.length,
    createdAt: "",
    updatedAt: "",
    cells: made.cells.map((cell) => ({ ...cell, version, stale: false })),
    ...(packageJson !== undefined && { packageJson }),
  };
}

function setUp() {
  const folder = realpathSync(scratchFolder());
  const files = createCellFiles();
  return {
    folder,
    write: (...given: Parameters<typeof notebook>) => files.write(folder, notebook(...given)),
    read: (name: string) => readFileSync(join(folder, name), "utf8"),
    inode: (name: string) => statSync(join(folder, name)).ino,
  };
}

test("[Z1] code cells and the package.json are files; only changed ones are written again", async () => {
  const { folder, write, read, inode } = setUp();
  await write({ "a.ts": "1", "b.ts": "2" }, 1, "{}");
  expect(readdirSync(folder).sort()).toEqual(["a.ts", "b.ts", "package.json"]);
  const before = [inode("a.ts"), inode("package.json")];
  await write({ "a.ts": "1", "b.ts": "2" }, 1, "{}");
  expect([inode("a.ts"), inode("package.json")]).toEqual(before);
  await write({ "a.ts": "10", "b.ts": "2" }, 2, "{}");
  expect([read("a.ts"), inode("package.json")]).toEqual(["10", before[1]]);
});

test("[Z1] restores a file that a cell changed or removed; a cell's own files stay", async () => {
  const { folder, write, read } = setUp();
  await write({ "a.ts": "1", "b.ts": "2" });
  writeFileSync(join(folder, "a.ts"), "changed");
  rmSync(join(folder, "b.ts"));
  writeFileSync(join(folder, "data.txt"), "own");
  await write({ "a.ts": "1", "b.ts": "2" });
  expect([read("a.ts"), read("b.ts"), read("data.txt")]).toEqual(["1", "2", "own"]);
});

test("[Z1] removes the file of a removed or renamed cell, unless a cell wrote it", async () => {
  const { folder, write, read } = setUp();
  await write({ "a.ts": "1", "b.ts": "2" });
  writeFileSync(join(folder, "b.ts"), "a cell's");
  await write({ "c.ts": "1" });
  expect(readdirSync(folder).sort()).toEqual(["b.ts", "c.ts"]);
  expect(read("b.ts")).toBe("a cell's");
});

test("[J17] does not write names that are not plain code files, even from a loaded file", async () => {
  const { folder, write } = setUp();
  await write({
    "../escaped-from-cells.ts": "x",
    "sub/in.ts": "x",
    ".npmrc": "x",
    "package.json": "x",
    "data.json": "x",
    "ok.ts": "1",
  });
  expect(readdirSync(folder)).toEqual(["ok.ts"]);
  expect(existsSync(join(folder, "..", "escaped-from-cells.ts"))).toBe(false);
});

test("[J17] replaces a link at a file's path without following it, and reports a folder there", async () => {
  const { folder, write, read } = setUp();
  const outside = join(realpathSync(scratchFolder()), "kept.ts");
  writeFileSync(outside, "kept");
  symlinkSync(outside, join(folder, "a.ts"));
  await write({ "a.ts": "1" });
  expect([read("a.ts"), readFileSync(outside, "utf8")]).toEqual(["1", "kept"]);
  mkdirSync(join(folder, "b.ts"));
  await expect(write({ "a.ts": "1", "b.ts": "2" })).rejects.toMatchObject({ code: "EISDIR" });
  expect(readdirSync(folder).sort()).toEqual(["a.ts", "b.ts"]);
});
