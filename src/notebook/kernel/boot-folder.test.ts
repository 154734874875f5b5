import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";

const MODULE = "for (const n of [1, 2]) { Deno.writeTextFileSync(`m${n}.ts`, `export const n: number = ${n};`); }";

test("[Z2] no cell changes the boot program or what Deno has compiled of it, even where it could reach it", async () => {
  using folder = temporaryFolder();
  await run(folder.path, ["1"]);
  const place = join(folder.path, bootFolders(folder.path)[0]!);
  const before = contentOf(place);
  expect(Object.keys(before)).toEqual(expect.arrayContaining(["boot.js", "cache/v8_code_cache_v2"]));
  expect(statSync(place).mode & 0o077).toBe(0);
  const attacks = [
    "Deno.writeTextFileSync(new URL(Deno.mainModule), 'x')",
    `Deno.writeTextFileSync("${basename(place)}/cache/v8_code_cache_v2", "x")`,
    `Deno.removeSync("${basename(place)}", { recursive: true })`,
    `Deno.renameSync("${basename(place)}", "away")`,
    `Deno.writeTextFileSync("${basename(place)}/cache/another", "x")`,
  ];
  const told = await run(folder.path, [...attacks, `${MODULE} await import("./m1.ts"); await import("./m2.ts")`]);
  for (const { error } of told.slice(0, -1)) expect(error?.message).toContain("Requires write access");
  expect(told.at(-1)?.status).toBe("completed");
  expect(contentOf(place)).toEqual(before);
});

test("[Z2] a folder that others can write is not used", async () => {
  using folder = temporaryFolder();
  await run(folder.path, ["1"]);
  const [name] = bootFolders(folder.path);
  const program = join(folder.path, name!, "boot.js");
  writeFileSync(program, "console.log('poison')");
  chmodSync(join(folder.path, name!), 0o777);
  expect(await run(folder.path, ["1 + 1"])).toMatchObject([{ status: "completed", output: "" }]);
  expect(readFileSync(program, "utf8")).toContain("poison");
  expect(bootFolders(folder.path)).toEqual([name]);
});

test("[Z1] a boot program that is missing or changed is written again", async () => {
  using folder = temporaryFolder();
  const parent = join(folder.path, "tmp");
  mkdirSync(parent);
  await run(parent, ["1"]);
  const place = join(parent, bootFolders(parent)[0]!);
  for (const spoil of [
    () => writeFileSync(join(place, "boot.js"), "no"),
    () => rmSync(join(place, "cache"), { recursive: true }),
    () => rmSync(place, { recursive: true }),
  ]) {
    spoil();
    expect(await run(parent, ["1"])).toMatchObject([{ status: "completed" }]);
  }
  expect(readdirSync(tmpdir())).not.toContain("boot.js");
});
