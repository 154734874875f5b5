import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { groupMembers } from "../../../test/support/attack-setup.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { namespaceLayer } from "./namespace-layer.ts";

const KILL = 'process.kill(process.pid, "SIGKILL")';

test("[SB7] an unprivileged user gets the file layer like root", async () => {
  using folder = temporaryFolder();
  chmodSync(folder.path, 0o777);
  const script = `
    import { createKernel } from ${JSON.stringify(pathToFileURL("src/notebook/kernel/kernel.ts").href)};
    import { namespaceLayer } from ${JSON.stringify(pathToFileURL("src/notebook/kernel/namespace-layer.ts").href)};
    import { mkdtempSync } from "node:fs";
    const folder = mkdtempSync(${JSON.stringify(`${folder.path}/notebook-`)});
    const kernel = createKernel({ folder });
    const { status, output } = await kernel.run("console.log(Deno.cwd()); Deno.writeTextFileSync('mine', '')");
    await kernel.close();
    const isRooted = (await namespaceLayer()).root !== undefined;
    process.stdout.write(JSON.stringify({ user: process.getuid(), isRooted, status, output }));
  `;
  const host = [
    "--import",
    pathToFileURL("scripts/text-loader.js").href,
    "--input-type=module",
    "-e",
    script,
  ];
  const asUser = ["--reuid=65534", "--regid=65534", "--clear-groups", process.execPath, ...host];
  const isRoot = process.getuid?.() === 0;
  const [command, args] = isRoot ? ["setpriv", asUser] : [process.execPath, host];
  const env = { ...process.env, TMPDIR: folder.path };
  const result = await new Promise<string>((resolve) => {
    execFile(command, args, { env }, (_error, stdout) => resolve(stdout));
  });
  const isRooted = (await namespaceLayer()).root !== undefined;
  const output = isRooted ? "/notebook\n" : expect.any(String);
  expect(JSON.parse(result)).toEqual({
    user: isRoot ? 65_534 : process.getuid?.(),
    isRooted,
    status: "completed",
    output,
  });
});

test("[SB6] a server that is killed with SIGKILL leaves no mount and no process of its cells", async () => {
  using folder = temporaryFolder();
  const mounts = () => readFileSync("/proc/self/mountinfo", "utf8");
  const before = mounts();
  const script = `
    import { createKernel } from ${JSON.stringify(pathToFileURL("src/notebook/kernel/kernel.ts").href)};
    import { mkdirSync } from "node:fs";
    const kernels = [1, 2, 3].map((n) => {
      const folder = ${JSON.stringify(`${folder.path}/n`)} + n;
      mkdirSync(folder);
      return createKernel({ folder });
    });
    await Promise.all(kernels.map((kernel) => kernel.run("1")));
    for (const kernel of kernels.slice(1)) void kernel.run("for (;;);");
    process.stdout.write(kernels.map((kernel) => kernel.pid).join(), () => ${KILL});
  `;
  const loader = pathToFileURL("scripts/text-loader.js").href;
  const groups = await new Promise<string>((resolve) => {
    const environment = { ...process.env, TMPDIR: folder.path };
    const host = ["--import", loader, "--input-type=module", "-e", script];
    execFile(process.execPath, host, { env: environment }, (_error, stdout) => resolve(stdout));
  });
  expect(groups).toMatch(/^\d+,\d+,\d+$/);
  const left = () => groups.split(",").flatMap((group) => groupMembers(Number(group)));
  await expect.poll(left).toEqual([]);
  expect(mounts()).toBe(before);
  // What is mounted cannot be removed.
  rmSync(folder.path, { recursive: true });
  mkdirSync(folder.path);
});

test.each([
  ["exits while a cell loops", "console.log(1); for (;;);", "process.exit()"],
  ["is killed while a cell waits", "console.log(1); await (globalThis.never = new Promise(() => {}));", KILL],
  ["is killed while a cell loops", "console.log(1); for (;;);", KILL],
])("[Z3] a host that %s leaves no process behind", async (_, cell, end) => {
  using folder = temporaryFolder();
  const script = `
    import { createKernel } from ${JSON.stringify(pathToFileURL("src/notebook/kernel/kernel.ts").href)};
    const kernel = createKernel({ folder: ${JSON.stringify(folder.path)} });
    const onOutput = () => process.stdout.write(String(kernel.pid), () => ${end});
    await kernel.run(${JSON.stringify(cell)}, { onOutput });
  `;
  const loader = pathToFileURL("scripts/text-loader.js").href;
  const group = await new Promise<string>((resolve) => {
    const environment = { ...process.env, TMPDIR: folder.path };
    const host = ["--import", loader, "--input-type=module", "-e", script];
    execFile(process.execPath, host, { env: environment }, (_error, stdout) => resolve(stdout));
  });
  expect(group).toMatch(/^\d+$/);
  await expect.poll(() => groupMembers(Number(group))).toEqual([]);
});
