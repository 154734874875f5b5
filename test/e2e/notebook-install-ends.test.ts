import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { connectHttp } from "../support/connect.ts";
import { installersOf } from "../support/find-installers.ts";
import { serveRegistry } from "../support/hostile-registry.ts";
import { notebook, noted } from "../support/notebook.ts";
import { startOne } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Starts an install from a registry that never answers, ends it in a given way, and returns what is left of it. */
async function ended(end: (server: Awaited<ReturnType<typeof startOne>>, abort: AbortController) => unknown) {
  using home = temporaryFolder();
  await using registry = await serveRegistry([], (_, response) => response.writeHead(200).flushHeaders());
  await using server = await startOne({ home: home.path, env: { npm_config_registry: registry.url } });
  await using one = await connectHttp("2026-07-28", server.url, { "X-Session-Id": "at-work" });
  const { notebookId } = await noted(one.client, "create", { title: "Packages" });
  const abort = new AbortController();
  const args = { notebookId, dependencies: ["evil"] };
  const call = one.client.callTool(
    { name: "notebook", arguments: { operation: "install_deps", args } },
    { signal: abort.signal },
  );
  call.catch(() => {});
  await expect.poll(() => registry.requests.length).toBeGreaterThan(0);
  expect(installersOf(registry.url)).not.toEqual([]);
  await end(server, abort);
  await expect.poll(() => installersOf(registry.url)).toEqual([]);
  await expect.poll(registry.connections).toBe(0);
  return readdirSync(join(home.path, "notebooks")).filter((name) => name.startsWith(".install-"));
}

it("[IP5] a server that is killed while it installs leaves no process", async () => {
  await ended((server) => server.kill());
}, 60_000);

it("[IP5] a server that is stopped while it installs leaves no process and no folder", async () => {
  expect(await ended((server) => server.stop())).toEqual([]);
}, 60_000);

it("[IP5] a cancelled install leaves no process, and the server continues", async () => {
  await ended(async (server, abort) => {
    abort.abort();
    await using other = await connectHttp("2026-07-28", server.url, { "X-Session-Id": "other" });
    await noted(other.client, "create", { title: "Another" });
    expect((await notebook(other.client, "list", {})).isError).toBeFalsy();
  });
}, 60_000);
