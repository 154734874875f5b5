import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TemporaryFolder, temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { measure, tidyPackages } from "./walk-packages.ts";

let home: TemporaryFolder;
let folder: string;

beforeEach(() => {
  home = temporaryFolder();
  folder = join(home.path, "node_modules");
  mkdirSync(join(folder, "one"), { recursive: true });
  writeFileSync(join(folder, "one", "file"), "x");
  writeFileSync(join(home.path, "outside"), "x");
});
afterEach(() => home[Symbol.dispose]());

const MOST = { bytes: 1024 * 1024, files: 100 };
const inside = (name: string) => join(folder, "one", name);

test("[IP6] removes links from packages without following them", async () => {
  symlinkSync("/etc", inside("etc"));
  symlinkSync("../../outside", inside("up"));
  symlinkSync("nowhere", join(folder, "linked"));
  mkdirSync(join(folder, ".bin"));
  symlinkSync("../one/file", join(folder, ".bin", "one"));
  expect(await tidyPackages(folder, MOST)).toMatchObject({ files: 2 });
  expect((readdirSync(folder, { recursive: true }) as string[]).sort()).toEqual(["one", "one/file"]);
  expect(existsSync(join(home.path, "outside"))).toBe(true);
});

test.each([
  ["a FIFO", () => execFileSync("mkfifo", [inside("fifo")]), /neither a file nor a folder/],
  [
    "a hard link to a file elsewhere",
    () => linkSync(join(home.path, "outside"), inside("hard")),
    /hard link/,
  ],
  [
    "a path that is too long",
    () => mkdirSync(inside(`${"d".repeat(200)}/`.repeat(6)), { recursive: true }),
    /too long/,
  ],
])("[IP6] refuses packages with %s", async (_, make, reason) => {
  make();
  await expect(tidyPackages(folder, MOST)).rejects.toThrow(reason);
});

test("[IP6] refuses a package folder that is a link", async () => {
  symlinkSync(folder, join(home.path, "link"));
  await expect(tidyPackages(join(home.path, "link"), MOST)).rejects.toThrow(/no usable package/);
});

test("[IP6] corrects modes that let others write, change users or make files unreadable", async () => {
  chmodSync(inside("file"), 0o4777);
  mkdirSync(inside("locked"));
  writeFileSync(inside("mute"), "");
  chmodSync(inside("mute"), 0);
  chmodSync(inside("locked"), 0o2007);
  await tidyPackages(folder, MOST);
  const modes = ["file", "mute", "locked"].map((name) => statSync(inside(name)).mode & 0o7777);
  expect(modes).toEqual([0o755, 0o644, 0o745]);
});

test("[IP3] a file with two names counts once, and counting stops at the limit", async () => {
  linkSync(inside("file"), inside("again"));
  expect(await measure(folder, MOST)).toMatchObject({ files: 2 });
  for (let i = 0; i < 50; i++) writeFileSync(inside(`${i}`), "x");
  expect(await measure(folder, { ...MOST, files: 10 })).toMatchObject({ files: 11 });
  expect((await measure(folder, { ...MOST, bytes: 10_000 })).bytes).toBeLessThan(20_000);
  expect(await tidyPackages(folder, MOST)).toMatchObject({ files: 52 });
});
