import { mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scratchFolder } from "../../test/durability/scratch.ts";
import { writeInside } from "./write-inside.ts";

function setUp() {
  const top = realpathSync(scratchFolder());
  const root = join(top, "root");
  mkdirSync(root);
  const write = (
    text: string,
    more: { readonly replace?: boolean; readonly names?: readonly string[] } = {},
  ) => writeInside({ home: root, root, folder: ".", names: ["a.md"], ...more }, pieces(text));
  const read = (name = "a.md") => readFileSync(join(root, name), "utf8");
  return { top, root, write, read };
}

async function* pieces(text: string) {
  yield* text;
}

test("[J17] an existing file stays, and is replaced as a whole only on request", async () => {
  const { root, write, read } = setUp();
  await write("first");
  await expect(write("second")).rejects.toMatchObject({
    code: "EXPORT_FAILED",
    message: expect.stringMatching(/already exists.*overwrite/),
  });
  expect(read()).toBe("first");
  expect(await write("second", { replace: true })).toEqual({ path: join(root, "a.md"), bytes: 6 });
  expect(read()).toBe("second");
  await write("third", { names: ["a.md", "b.md"] });
  expect(read("b.md")).toBe("third");
  expect(readdirSync(root).sort()).toEqual(["a.md", "b.md"]);
});

test("[J17] a failed write keeps the existing file", async () => {
  const { root, read, write } = setUp();
  await write("first");
  async function* broken() {
    yield "half";
    throw new Error("no more");
  }
  const destination = { home: root, root, folder: ".", names: ["a.md"], replace: true };
  await expect(writeInside(destination, broken())).rejects.toThrow("no more");
  expect(read()).toBe("first");
  expect(readdirSync(root)).toEqual(["a.md"]);
});

test("[J17] a link at the file's path is replaced, not followed; a folder is refused", async () => {
  const { top, root, write, read } = setUp();
  writeFileSync(join(top, "elsewhere"), "kept");
  symlinkSync(join(top, "elsewhere"), join(root, "a.md"));
  await write("own", { replace: true });
  expect([read(), readFileSync(join(top, "elsewhere"), "utf8")]).toEqual(["own", "kept"]);
  mkdirSync(join(root, "b.md"));
  await expect(write("x", { names: ["b.md"], replace: true })).rejects.toMatchObject({
    code: "EXPORT_FAILED",
    message: expect.stringContaining("folder of that name"),
  });
});
