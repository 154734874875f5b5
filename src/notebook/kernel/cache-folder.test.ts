import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { makeCacheFolder, sweepCacheFolders } from "./cache-folder.ts";

const DAYS_AGO = new Date(Date.now() - 3 * 24 * 60 * 60_000);

test("[Z13] removes what a killed host left behind, and nothing else", async () => {
  using folder = temporaryFolder();
  const dead = spawnSync(process.execPath, ["--version"]).pid;
  const made = (name: string) => {
    const path = join(folder.path, name);
    mkdirSync(path);
    writeFileSync(join(path, "cache"), "x");
    return path;
  };
  const own = await makeCacheFolder(folder.path);
  const old = [made(`clew-deno-run-${dead}-aaaaaa`), own, made("clew-deno-0-0123456789abcdef"), made("mine")];
  made(`clew-deno-run-${dead}-bbbbbb`);
  symlinkSync(join(folder.path, "mine"), join(folder.path, `clew-deno-run-${dead}-cccccc`));
  for (const path of old) utimesSync(path, DAYS_AGO, DAYS_AGO);
  await sweepCacheFolders(folder.path);
  expect(readdirSync(folder.path).sort()).toEqual(
    [
      "clew-deno-0-0123456789abcdef",
      basename(own),
      `clew-deno-run-${dead}-bbbbbb`,
      `clew-deno-run-${dead}-cccccc`,
      "mine",
    ].sort(),
  );
  expect(readdirSync(join(folder.path, "mine"))).toEqual(["cache"]);
});

test("[Z13] accepts a missing folder", async () => {
  using folder = temporaryFolder();
  await sweepCacheFolders(join(folder.path, "none"));
});
