import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { explain, readConfigFile, writeConfigFile } from "./config-file.ts";
import { Refusal } from "./format.ts";

const options = { now: new Date("2026-11-07T10:15:30.123Z"), newMode: 0o600 };
let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "clew-config-"));
  path = join(folder, "settings.json");
});
afterEach(() => rm(folder, { recursive: true }));

test("[K3] the backup has the old bytes and the old mode, and no backup is ever overwritten", async () => {
  await writeFile(path, "one");
  await chmod(path, 0o640);
  const backups: (string | undefined)[] = [];
  for (const text of ["two", "three"])
    backups.push(await writeConfigFile(await readConfigFile(path), text, options));
  expect(backups).toEqual([`${path}.clew-backup-20261107T101530Z`, `${path}.clew-backup-20261107T101530Z-2`]);
  const [first, second] = backups as [string, string];
  expect(await readFile(first, "utf8")).toBe("one");
  expect(await readFile(second, "utf8")).toBe("two");
  expect((await stat(first)).mode & 0o777).toBe(0o640);
});

test("[K3] creates a missing file with its folders, without a backup", async () => {
  const deep = join(folder, "a", "b", "mcp.json");
  const file = await readConfigFile(deep);
  expect(file.text).toBe("");
  expect(await writeConfigFile(file, "new", options)).toBeUndefined();
  expect(await readdir(join(folder, "a", "b"))).toEqual(["mcp.json"]);
  expect((await stat(deep)).mode & 0o777).toBe(0o600);
});

test("[K8] replaces the file in one step, with its mode, and leaves no temporary file", async () => {
  await writeFile(path, "old");
  await chmod(path, 0o664);
  const { ino } = await stat(path);
  await writeConfigFile(await readConfigFile(path), "new", options);
  const after = await stat(path);
  expect(after.ino).not.toBe(ino);
  expect(after.mode & 0o777).toBe(0o664);
  expect((await readdir(folder)).sort()).toEqual([
    "settings.json",
    "settings.json.clew-backup-20261107T101530Z",
  ]);
});

test("[K8] a symbolic link stays a link and its target is written; the backup is beside the link", async () => {
  const store = join(folder, "dotfiles");
  await mkdir(store);
  await writeFile(join(store, "real.json"), "old");
  await symlink("real.json", join(store, "hop.json"));
  await symlink(join("dotfiles", "hop.json"), path);
  const backup = await writeConfigFile(await readConfigFile(path), "new", options);
  expect(await readlink(path)).toBe(join("dotfiles", "hop.json"));
  expect(await readFile(join(store, "real.json"), "utf8")).toBe("new");
  expect((await readdir(store)).sort()).toEqual(["hop.json", "real.json"]);
  expect(backup).toMatch(/settings\.json\.clew-backup-/);
});

test("[K8] creates the missing target of a symbolic link", async () => {
  await symlink(join("later", "real.json"), path);
  await writeConfigFile(await readConfigFile(path), "new", options);
  expect(await readFile(join(folder, "later", "real.json"), "utf8")).toBe("new");
});

test("[K8] does not overwrite a file that another program changed meanwhile", async () => {
  await writeFile(path, "old");
  const file = await readConfigFile(path);
  await writeFile(path, "theirs");
  await expect(writeConfigFile(file, "ours", options)).rejects.toThrow("was just changed by another program");
  expect(await readFile(path, "utf8")).toBe("theirs");
  expect((await readdir(folder)).filter((name) => name.startsWith("."))).toEqual([]);
});

test("[K2] keeps a byte order mark and all characters", async () => {
  await writeFile(path, "\u{feff}{ } ü 𝄞");
  const file = await readConfigFile(path);
  expect(file.text).toBe("{ } ü 𝄞");
  await writeConfigFile(file, `${file.text}!`, options);
  expect(await readFile(path, "utf8")).toBe("\u{feff}{ } ü 𝄞!");
});

test("[K7] refuses a file that is not UTF-8 text", async () => {
  await mkdir(path);
  await expect(readConfigFile(path)).rejects.toThrow(new Refusal("is a folder, not a file"));
  const latin = join(folder, "latin.json");
  await writeFile(latin, Buffer.from([0x7b, 0xfc, 0x7d]));
  await expect(readConfigFile(latin)).rejects.toThrow(new Refusal("is not UTF-8 text"));
  const wide = join(folder, "utf16.json");
  await writeFile(wide, Buffer.from("\u{feff}{}", "utf16le"));
  await expect(readConfigFile(wide)).rejects.toThrow(new Refusal("is not UTF-8 text"));
  const loop = join(folder, "loop.json");
  await symlink("loop.json", loop);
  await expect(readConfigFile(loop)).rejects.toThrow("cannot be read: its symbolic links form a loop");
  await expect(readConfigFile(join(latin, "mcp.json"))).rejects.toThrow(
    "cannot be read: part of its path is not a folder",
  );
});

test("[K7] a socket is refused without waiting for it", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(path, resolve));
  await expect(readConfigFile(path)).rejects.toThrow(new Refusal("is not a regular file"));
  await new Promise((resolve) => server.close(resolve));
});

test("[K7] refuses a file that cannot be written before anything is lost", async () => {
  await writeFile(path, "old");
  const file = { ...(await readConfigFile(path)), path: join(folder, "gone", "settings.json") };
  await expect(writeConfigFile(file, "new", options)).rejects.toThrow("cannot be written: ENOENT");
  expect(await readFile(path, "utf8")).toBe("old");
});

test.each([
  ["EACCES", "cannot be read: permission denied"],
  ["EROFS", "cannot be read: the file system is read-only"],
  ["EIO", "cannot be read: EIO"],
])("[K7] explains the system error %s in one line", (code, message) => {
  expect(explain(Object.assign(new Error("x"), { code }), "cannot be read")).toEqual(new Refusal(message));
});
