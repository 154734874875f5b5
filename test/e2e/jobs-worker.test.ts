import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bearer, newPrincipal, writeTokens } from "../safety/principals.ts";
import { answerOf, call } from "../support/call.ts";
import { runClew } from "../support/clew.ts";
import { connectHttp, connectStdio } from "../support/connect.ts";
import { startWorker } from "../support/deployment.ts";
import { usePostgres } from "../support/postgres-ledger.ts";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const ground = usePostgres();
const homes = new DisposableStack();
const newHome = () => homes.use(temporaryFolder()).path;
let url: string;
beforeAll(async () => {
  url = await ground.newLedger();
});
afterAll(() => homes.dispose());

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as { readonly port: number };
  await new Promise((closed) => server.close(closed));
  return port;
}

test("[JB17] a worker without a shared database ends with what to configure", async () => {
  const { code, stderr } = await runClew(["worker"], { home: newHome() });
  expect(code).toBe(2);
  expect(stderr).toContain("set DATABASE_URL");
});

test("[JB17] a worker serves its health and metrics, and a server without work of its own starts no kernel", async () => {
  const port = await freePort();
  const env = { DATABASE_URL: url };
  const worker = await startWorker({ home: newHome(), env }, ["--port", String(port), "--jobs", "2"]);
  const serverHome = newHome();
  await using server = await startServe({ home: serverHome, env: { ...env, CLEW_WORK: "off" } });
  await using connected = await connectHttp("2026-07-28", server.url, { "X-Session-Id": "at-work" });
  const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
  expect(await ready.json()).toMatchObject({ status: "ready" });
  expect((await fetch(`http://127.0.0.1:${port}/mcp`)).status).toBe(404);
  const { client } = connected;
  await answerOf(client, "notebook", { operation: "create", args: { title: "Away" } });
  await answerOf(client, "notebook", { operation: "add_cell", args: { cellType: "code", content: "6 * 7" } });
  const ran = await answerOf(client, "notebook", { operation: "run_cell", args: { cellId: "cell-1" } });
  expect(ran).toMatchObject({ status: "completed", value: "42" });
  expect(existsSync(join(serverHome, "notebooks"))).toBe(false);
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(metrics).toContain('thoughtbox_jobs_total{task="notebook.run",outcome="done"} 1');
  expect(metrics).toContain("thoughtbox_jobs_waiting 0");
  worker.signal("SIGTERM");
  expect(await worker.ended).toEqual([0, null]);
});

test("[JB17] servers that work themselves, over HTTP and on stdio, share one notebook's variables", async () => {
  const env = { DATABASE_URL: url };
  await using server = await startServe({ home: newHome(), env });
  await using web = await connectHttp("2026-07-28", server.url, { "X-Session-Id": "at-work" });
  await using local = await connectStdio("handshake", { home: newHome(), env });
  const made = await answerOf(web.client, "notebook", { operation: "create", args: { title: "Both" } });
  const { notebookId } = made;
  for (const content of ["var n = 1;", "++n"])
    await answerOf(web.client, "notebook", {
      operation: "add_cell",
      args: { notebookId, cellType: "code", content },
    });
  const run = (client: typeof web.client, cellId: string) =>
    answerOf(client, "notebook", { operation: "run_cell", args: { notebookId, cellId } });
  await run(web.client, "cell-1");
  expect(await run(local.client, "cell-2")).toMatchObject({ value: "2" });
  expect(await run(web.client, "cell-2")).toMatchObject({ value: "3" });
});

test("[JB18] a job is done as its principal: another one's notebook is not found through it", async () => {
  const home = newHome();
  const [ann, bob] = await Promise.all(
    ["ann", "bob"].map((name) => newPrincipal(home, name, "read,write,run")),
  );
  const file = writeTokens(home, ann!, bob!);
  const env = { DATABASE_URL: url, CLEW_TOKENS_FILE: file, CLEW_WORK: "off" };
  await using server = await startServe({ home, env });
  const worker = await startWorker({ home: newHome(), env: { DATABASE_URL: url } });
  await using one = await connectHttp("2026-07-28", server.url, bearer(ann!.token));
  await using two = await connectHttp("2026-07-28", server.url, bearer(bob!.token));
  const { notebookId } = await answerOf(one.client, "notebook", { operation: "create", args: {} });
  const cell = { notebookId, cellType: "code", content: "1 + 1" };
  await answerOf(one.client, "notebook", { operation: "add_cell", args: cell });
  const args = { notebookId, cellId: "cell-1" };
  expect(await answerOf(one.client, "notebook", { operation: "run_cell", args })).toMatchObject({
    value: "2",
  });
  const refused = await call(two.client, "notebook", { operation: "run_cell", args });
  expect(refused.meta).toMatchObject({ "clew/code": "NOTEBOOK_NOT_FOUND" });
  worker.signal("SIGKILL");
  await worker.ended;
});

test("[JB19] a run reports which packages its worker lacks and could not install", async () => {
  const env = { DATABASE_URL: url, CLEW_NOTEBOOK_INSTALL: "off" };
  await using server = await startServe({ home: newHome(), env });
  await using connected = await connectHttp("2026-07-28", server.url, { "X-Session-Id": "at-work" });
  const packageJson = '{ "type": "module", "dependencies": { "left-pad": "1.3.0" } }';
  const content = `<!-- srcbook:{"language":"javascript"} -->

# Packed

###### package.json

\`\`\`json
${packageJson}
\`\`\`

###### one.js

\`\`\`javascript
1 + 1
\`\`\`
`;
  const { client } = connected;
  await answerOf(client, "notebook", { operation: "load", args: { content } });
  const run = () => answerOf(client, "notebook", { operation: "run_cell", args: { cellId: "one.js" } });
  const first = await run();
  expect(first).toMatchObject({ status: "completed", value: "2" });
  expect(first.warning).toContain("This worker does not have left-pad from the notebook's package.json.");
  expect(await run()).not.toHaveProperty("warning");
});
