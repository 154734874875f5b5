import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { scratchFolder } from "../../test/durability/scratch.ts";
import { findLines, hashLines, rollingSum, splitLines } from "./cited-lines.ts";
import { commitOf, MAX_CITED_BYTES, readCited } from "./read-cited.ts";

function setUp() {
  const top = realpathSync(scratchFolder());
  const root = join(top, "root");
  mkdirSync(join(root, "src"), { recursive: true });
  writeFileSync(join(root, "src/a.ts"), "one\r\ntwo\nthree");
  writeFileSync(join(top, "secret"), "secret");
  return { top, root };
}

it("[EV3] reads the lines of a file in the root, by a relative or an absolute path", async () => {
  const { root } = setUp();
  const read = { lines: ["one", "two", "three"], path: "src/a.ts" };
  expect(await readCited(root, "src/a.ts")).toEqual(read);
  expect(await readCited(root, "./src//a.ts")).toEqual(read);
  expect(await readCited(root, join(root, "src/a.ts"))).toEqual(read);
});

it("[EV4] gives the same answer for every way out of the root, whether the file exists or not", async () => {
  const { top, root } = setUp();
  symlinkSync(join(top, "secret"), join(root, "link"));
  symlinkSync(join(top, "nothing"), join(root, "dangling"));
  symlinkSync(top, join(root, "up"));
  symlinkSync("src", join(root, "inner"));
  execFileSync("mkfifo", [join(root, "pipe")]);
  const attempts = [
    "../secret",
    "../nothing",
    "src/../../secret",
    "src/../a.ts",
    join(top, "secret"),
    join(top, "nothing"),
    `${root}/../secret`,
    "/etc/passwd",
    "/etc/not-there",
    "/dev/zero",
    "/proc/self/environ",
    "~/.ssh/id_rsa",
    "link",
    "dangling",
    "up/secret",
    "up/nothing",
    "inner/a.ts",
    "pipe",
    "src",
    "",
    ".",
    "..",
    "src\\a.ts",
    "src/a.ts\0.txt",
    "src/not-there",
    "SRC/a.ts",
    "x/".repeat(100),
    "x".repeat(5000),
  ];
  for (const attempt of attempts)
    expect({ attempt, answer: await readCited(root, attempt) }).toEqual({ attempt, answer: "missing" });
});

it("[EV4] does not follow a folder that becomes a link", async () => {
  const { top, root } = setUp();
  mkdirSync(join(top, "other"));
  writeFileSync(join(top, "other/a.ts"), "secret");
  const swap = () => {
    renameSync(join(root, "src"), join(root, "away"));
    symlinkSync(join(top, "other"), join(root, "src"));
    rmSync(join(root, "src"));
    renameSync(join(root, "away"), join(root, "src"));
  };
  for (let i = 0; i < 50; i++) {
    const reading = readCited(root, "src/a.ts");
    swap();
    const file = await reading;
    if (typeof file !== "string") expect(file.lines).toEqual(["one", "two", "three"]);
  }
});

it("[EV3] does not read a file over 1 MB", async () => {
  const { root } = setUp();
  writeFileSync(join(root, "large"), "x".repeat(MAX_CITED_BYTES + 1));
  writeFileSync(join(root, "full"), "x".repeat(MAX_CITED_BYTES));
  linkSync(join(root, "full"), join(root, "again"));
  expect(await readCited(root, "large")).toBe("unreadable");
  expect(await readCited(root, "again")).toMatchObject({ path: "again" });
});

it("[EV5] keeps the commit of a repository, from its files", async () => {
  const { root } = setUp();
  const commit = "0123456789abcdef0123456789abcdef01234567";
  expect(await commitOf(root)).toBeUndefined();
  mkdirSync(join(root, ".git/refs/heads"), { recursive: true });
  writeFileSync(join(root, ".git/HEAD"), `${commit}\n`);
  expect(await commitOf(root)).toBe(commit);
  writeFileSync(join(root, ".git/HEAD"), "ref: refs/heads/main\n");
  expect(await commitOf(root)).toBeUndefined();
  writeFileSync(join(root, ".git/packed-refs"), `# pack-refs\n${commit} refs/heads/main\n`);
  expect(await commitOf(root)).toBe(commit);
  writeFileSync(join(root, ".git/refs/heads/main"), `${commit.replace("0", "f")}\n`);
  expect(await commitOf(root)).toBe(commit.replace("0", "f"));
  writeFileSync(join(root, ".git/HEAD"), "ref: refs/../../../secret\n");
  expect(await commitOf(root)).toBeUndefined();
});

it("[EV6] finds lines elsewhere in a file of the same lines in linear time", () => {
  const lines = Array.from({ length: 20_000 }, () => "}");
  const cited = [...lines.slice(0, 9_998), "unique", "}"];
  const sums = { rolling: rollingSum(cited), sha256: hashLines(cited) };
  expect(findLines(lines, cited.length, sums)).toBeUndefined();
  expect(findLines([...lines, "unique", "}"], cited.length, sums)).toBe(10_003);
});

it("[EV6] compares bytes that are not text unchanged", () => {
  const [a, b] = [Buffer.from([0xff, 0x0a]), Buffer.from([0xfe, 0x0a])];
  expect(hashLines(splitLines(a!))).not.toBe(hashLines(splitLines(b!)));
});
