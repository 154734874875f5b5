import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import type { RunResult } from "./kernel.ts";

const MODULE =
  'for (const n of [1, 2]) Deno.writeTextFileSync("m" + n + ".ts", "export const n: number = " + n);';

test("[Z2] no cell changes the boot program or its compiled form, even if it could reach them", async () => {
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
  const results = await run(folder.path, [
    ...attacks,
    `${MODULE} await import("./m1.ts"); await import("./m2.ts")`,
  ]);
  for (const { error } of results.slice(0, -1)) expect(error?.message).toContain("Requires write access");
  expect(results.at(-1)?.status).toBe("completed");
  expect(contentOf(place)).toEqual(before);
});

test("[Z2] does not use a folder that others can write to", async () => {
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

test("[Z1] rewrites a missing or changed boot program", async () => {
  using folder = temporaryFolder();
  await run(folder.path, ["1"]);
  const place = join(folder.path, bootFolders(folder.path)[0]!);
  for (const spoil of [
    () => writeFileSync(join(place, "boot.js"), "no"),
    () => rmSync(join(place, "cache"), { recursive: true }),
    () => rmSync(place, { recursive: true }),
  ]) {
    spoil();
    expect(await run(folder.path, ["1"])).toMatchObject([{ status: "completed" }]);
  }
  expect(Object.keys(contentOf(place))).toContain("cache/v8_code_cache_v2");
});

test("[Z20] a process uses the sandbox layers that an earlier one found, and detects them again if they fail", async () => {
  using folder = temporaryFolder();
  expect(await run(folder.path, ["1"])).toMatchObject([{ status: "completed" }]);
  const [name] = readdirSync(folder.path).filter((one) => /^clew-sandbox-\d+$/.test(one));
  const own = join(folder.path, name!);
  expect(statSync(own).mode & 0o077).toBe(0);
  const file = join(own, readdirSync(own)[0]!);
  const found = readFileSync(file, "utf8");
  expect(await run(folder.path, ["1"])).toMatchObject([{ status: "completed" }]);
  writeFileSync(file, JSON.stringify({ ...JSON.parse(found), setpriv: "/no/setpriv" }));
  const [failed, after] = await run(folder.path, ["1", "1 + 1"]);
  expect(failed).toMatchObject({ status: "failed" });
  expect(failed?.error?.message).toMatch(/could not be set up/);
  expect(after).toMatchObject({ status: "completed" });
  expect(readFileSync(file, "utf8")).toBe(found);
});

/** Runs cells in a separate host process, whose temporary files are in the notebook's folder. */
async function run(folder: string, cells: readonly string[]): Promise<readonly RunResult[]> {
  const script = `
    import { createKernel } from ${JSON.stringify(pathToFileURL("src/notebook/kernel/kernel.ts").href)};
    const kernel = createKernel({ folder: ${JSON.stringify(folder)} });
    const results = [];
    for (const code of ${JSON.stringify(cells)}) results.push(await kernel.run(code));
    await kernel.close();
    process.stdout.write(JSON.stringify(results));
  `;
  const loader = pathToFileURL("scripts/text-loader.js").href;
  const host = ["--import", loader, "--input-type=module", "-e", script];
  return new Promise((resolve, reject) => {
    const env = { ...process.env, TMPDIR: folder };
    execFile(process.execPath, host, { env }, (error, stdout) =>
      error ? reject(error) : resolve(JSON.parse(stdout)),
    );
  });
}

function bootFolders(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => /^clew-deno-\d+-[0-9a-f]{16}$/.test(name));
}

function contentOf(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(
    paths.map((path) => [
      relative(folder, path),
      createHash("sha256").update(readFileSync(path)).digest("hex"),
    ]),
  );
}
