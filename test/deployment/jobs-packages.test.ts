import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Deployment, type RunningWorker, startDeployment } from "../support/deployment.ts";
import { notebookJobs } from "../support/notebook-jobs.ts";
import { usePostgres } from "../support/postgres-ledger.ts";
import { registryVariables } from "../support/registry.ts";

const ground = usePostgres();
let on: Deployment;
let db: pg.Client;
/** A registry that accepts requests and answers none. */
let silent: Server;
let asked = 0;
const { callNotebook, newNotebook, addCell, homeOf } = notebookJobs(
  () => on,
  () => db,
);

beforeAll(async () => {
  const url = await ground.newLedger();
  on = await startDeployment(url, registryVariables, { servers: 1, workers: 0 });
  db = await ground.connect(url);
  silent = createServer(() => {
    asked += 1;
  });
  await new Promise<void>((listening) => silent.listen(0, "127.0.0.1", listening));
});
afterAll(async () => {
  await on?.[Symbol.asyncDispose]();
  silent?.closeAllConnections();
  silent?.close();
});

beforeEach(() => Promise.all(on.workers.map(kill)));

const USE = 'import ms from "ms";\nms("2 days")';
const usesPackage = { status: "completed", value: "172800000" };

/** Ends a worker as a crash would. */
async function kill(worker: RunningWorker): Promise<void> {
  worker.signal("SIGKILL");
  await worker.ended;
}

test("[JB19] a package that one worker installed is available at the worker that runs the notebook next", async () => {
  const first = await on.addWorker();
  const notebookId = await newNotebook();
  const plain = await addCell(notebookId, "6 * 7");
  const use = await addCell(notebookId, USE);
  const run = async (cellId: string) =>
    (await callNotebook(0, "run_cell", { notebookId, cellId })).structured;
  expect(await run(plain)).toMatchObject({ value: "42" });
  const second = await on.addWorker();
  await kill(first);
  const installed = await callNotebook(0, "install_deps", { notebookId, dependencies: ["ms@2.1.3"] });
  expect(installed.structured).toMatchObject({ installed: [{ name: "ms", version: "2.1.3" }] });
  expect((await homeOf(notebookId)).pid).toBe(second.pid);
  expect(await run(use)).toMatchObject(usesPackage);

  const third = await on.addWorker();
  await kill(second);
  expect(await run(use)).toMatchObject(usesPackage);
  expect((await homeOf(notebookId)).pid).toBe(third.pid);

  // The first data home has the notebook's folder as it was before the package.
  const back = await on.addWorker({}, first.home);
  await kill(third);
  expect(await run(use)).toMatchObject(usesPackage);
  expect((await homeOf(notebookId)).pid).toBe(back.pid);
}, 120_000);

test("[JB21] when a worker is killed while installing packages, another installs them, and the answer says so", async () => {
  const { port } = silent.address() as AddressInfo;
  const stuck = await on.addWorker({ npm_config_registry: `http://127.0.0.1:${port}/` });
  const notebookId = await newNotebook();
  const install = callNotebook(0, "install_deps", { notebookId, dependencies: ["ms@2.1.3"] });
  await expect.poll(() => asked).toBeGreaterThan(0);
  expect((await homeOf(notebookId)).pid).toBe(stuck.pid);
  await on.addWorker();
  await kill(stuck);
  const { structured, meta } = await install;
  expect(structured).toMatchObject({ installed: [{ name: "ms", version: "2.1.3" }] });
  expect(structured!.warning).toContain("The worker that installed this died");
  expect(meta).toMatchObject({ "clew/takenOver": true });
  const cellId = await addCell(notebookId, USE);
  expect((await callNotebook(0, "run_cell", { notebookId, cellId })).structured).toMatchObject(usesPackage);
}, 120_000);
