import { execFile } from "node:child_process";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { groupMembers } from "../../../test/support/attack-ground.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";

const KILL = 'process.kill(process.pid, "SIGKILL")';

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
  await expect.poll(() => groupMembers(Number(group)), { timeout: 20_000 }).toEqual([]);
});
