import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";

test.each([
  [
    "exits while a cell loops",
    'kernel.run("console.log(1); for (;;);", { onOutput: () => process.exit() });',
  ],
  ["is killed between two runs", 'process.kill(process.pid, "SIGKILL");'],
])("[Z3] a host that %s leaves no process behind", async (_, end) => {
  using folder = temporaryFolder();
  const script = `
    import { createKernel } from ${JSON.stringify(pathToFileURL("src/notebook/kernel/kernel.ts").href)};
    const kernel = createKernel({ folder: ${JSON.stringify(folder.path)} });
    const { value } = await kernel.run("Deno.pid");
    process.stdout.write(value["text/plain"], () => { ${end} });
  `;
  const loader = pathToFileURL("scripts/text-loader.js").href;
  const pid = await new Promise<string>((resolve) => {
    const environment = { ...process.env, TMPDIR: folder.path };
    const host = ["--import", loader, "--input-type=module", "-e", script];
    execFile(process.execPath, host, { env: environment }, (_error, stdout) => resolve(stdout));
  });
  expect(pid).toMatch(/^\d+$/);
  await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: 20_000 }).toBe(false);
});
