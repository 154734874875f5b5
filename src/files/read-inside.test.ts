import { execFileSync } from "node:child_process";
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scratchFolder } from "../../test/durability/scratch.ts";
import { readInside } from "./read-inside.ts";

function setUp() {
  const top = realpathSync(scratchFolder());
  const root = join(top, "root");
  mkdirSync(join(root, "folder.md"), { recursive: true });
  writeFileSync(join(top, "secret.md"), "secret");
  const read = (path: string, mostBytes = 100) =>
    readInside({ home: root, root, path, endings: [".src.md", ".md"], mostBytes });
  return { top, root, read };
}

test("[J17] reads a file unchanged, by a relative path, an absolute path or a link within the root", async () => {
  const { root, read } = setUp();
  const text = "\ufeffä\r\n日本\n";
  writeFileSync(join(root, "a.src.md"), text);
  symlinkSync("a.src.md", join(root, "link.md"));
  const found = { path: join(root, "a.src.md"), text };
  expect(await read("a.src.md")).toEqual(found);
  expect(await read(join(root, "a.src.md"))).toEqual(found);
  expect(await read("link.md")).toEqual(found);
  expect(await read("missing.md")).toBeUndefined();
});

test("[J17] refuses files outside of the root, special files and binary files, without naming a path of the machine", async () => {
  const { top, root, read } = setUp();
  symlinkSync(join(top, "secret.md"), join(root, "out.md"));
  symlinkSync(top, join(root, "up"));
  writeFileSync(join(root, "key.txt"), "a key");
  symlinkSync("key.txt", join(root, "key.md"));
  writeFileSync(join(root, "bytes.md"), Buffer.from([0xff, 0xfe, 0x80]));
  writeFileSync(join(root, "large.md"), "x".repeat(101));
  execFileSync("mkfifo", [join(root, "pipe.md")]);
  const refusals: readonly (readonly [string, RegExp])[] = [
    ["../secret.md", /the path is outside/],
    [join(top, "secret.md"), /outside/],
    ["out.md", /outside/],
    ["up/secret.md", /outside/],
    ["a\0.md", /the path contains a zero byte/],
    ["key.txt", /must end in .src.md or .md/],
    ["key.md", /must end in/],
    ["folder.md", /no plain file/],
    ["pipe.md", /no plain file/],
    ["bytes.md", /no UTF-8/],
    ["large.md", /more than 100 bytes/],
    ["large.md/a.md", /part of the path is a file/],
  ];
  for (const [path, reason] of refusals) {
    const error = await read(path).catch((refusal: unknown) => refusal);
    expect(error, path).toMatchObject({ code: "INVALID_ARGUMENT", message: expect.stringMatching(reason) });
    expect((error as Error).message).not.toContain(top);
  }
});
