import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../../src/testing/index.ts";
import { call } from "../support/call.ts";
import { startCounter } from "../support/counter.ts";
import { type Deployment, startDeployment } from "../support/deployment.ts";
import { notebookJobs } from "../support/notebook-jobs.ts";
import { usePostgres } from "../support/postgres-ledger.ts";

/** How long container systems give a process to end. */
const MOST_MS = 45_000;

const ground = usePostgres();
let on: Deployment;
let db: pg.Client;
let counter: Awaited<ReturnType<typeof startCounter>>;
let model: ModelServer;
let isHeld = false;
const { callNotebook, newNotebook, addCell, homeOf, hasOutput } = notebookJobs(
  () => on,
  () => db,
);

beforeAll(async () => {
  const url = await ground.newLedger();
  counter = await startCounter();
  const text = JSON.stringify({ thought: "It is the index.", confidence: 0.6 });
  model = await startModelServer(() => ({ text, ...(isHeld && { hold: new Promise<never>(() => {}) }) }), {
    key: false,
  });
  const engine = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "any", CLEW_MODEL: "scripted" };
  on = await startDeployment(url, { CLEW_NOTEBOOK_ALLOW_NET: "*", ...engine }, { servers: 1, workers: 1 });
  db = await ground.connect(url);
});
afterAll(async () => {
  await on?.[Symbol.asyncDispose]();
  await counter?.close();
  await model?.close();
});

/** Ends the worker of a notebook as a crash would, once there is another one. */
async function killHomeOf(notebookId: string): Promise<void> {
  const dying = await homeOf(notebookId);
  await on.addWorker();
  dying.signal("SIGKILL");
  await dying.ended;
}

test("[JB21] a run of all cells starts over when its worker is killed, and the answer says so", async () => {
  const notebookId = await newNotebook();
  await addCell(notebookId, "var n = 1;");
  await addCell(
    notebookId,
    'n += 1;\nconsole.log("begun");\nawait new Promise((go) => setTimeout(go, 1500));\nn',
  );
  const last = await addCell(notebookId, "n += 1;\nn");
  const run = callNotebook(0, "run_all", { notebookId });
  await hasOutput(notebookId, "begun");
  await killHomeOf(notebookId);
  const { structured, meta } = await run;
  expect(structured).toMatchObject({ status: "completed", ran: 3, left: 0 });
  expect(structured!.warning).toMatch(/worker that ran this cell died, so it ran a second time/);
  expect(meta).toMatchObject({ "clew/takenOver": true });
  const again = await callNotebook(0, "run_cell", { notebookId, cellId: last });
  expect(again.structured).toMatchObject({ status: "completed", value: "4" });
  expect(again.structured).not.toHaveProperty("warning");
});

test("[JB21] in a notebook with network access, finished cells keep their results and no cell runs again", async () => {
  const notebookId = await newNotebook({ allowNet: [`127.0.0.1:${counter.port}`] });
  const ask = `console.log(await (await fetch("${counter.url}")).text());`;
  const before = counter.count();
  const ended = await addCell(notebookId, ask);
  const killed = await addCell(notebookId, `${ask}\nawait new Promise((go) => setTimeout(go, 60_000));`);
  const never = await addCell(notebookId, ask);
  const run = callNotebook(0, "run_all", { notebookId, timeoutMs: 60_000 });
  await hasOutput(notebookId, `request ${before + 2}`);
  await killHomeOf(notebookId);
  const { structured, meta } = await run;
  expect(meta).toMatchObject({ "clew/takenOver": true });
  expect(structured).toMatchObject({
    ran: 2,
    left: 1,
    cells: [
      { cellId: ended, status: "completed" },
      { cellId: killed, status: "killed" },
    ],
  });
  expect(structured!.warning).toContain("so the cell was not run again");
  expect(counter.count()).toBe(before + 2);
  const kept = await callNotebook(0, "get_cell", { notebookId, cellId: ended });
  expect(kept.structured).toMatchObject({ status: "completed", output: `request ${before + 1}\n` });
  const next = await callNotebook(0, "run_cell", { notebookId, cellId: never });
  expect(next.structured).toMatchObject({ status: "completed", output: `request ${before + 3}\n` });
});

test("[JB11] a job that outlasts a stopping worker's wait runs at another one and is marked", async () => {
  const notebookId = await newNotebook();
  const set = await addCell(notebookId, "var kept = 1;");
  // Without an end, but in a fresh kernel.
  const cellId = await addCell(
    notebookId,
    'console.log("begun");\nif (typeof kept === "number") await new Promise(() => {});\n"done"',
  );
  await callNotebook(0, "run_cell", { notebookId, cellId: set });
  isHeld = true;
  const asked = model.requests.length;
  const runs = [
    callNotebook(0, "run_cell", { notebookId, cellId, timeoutMs: 60_000 }),
    call(on.clients[0]!, "reasoning_linear", { content: "Why is it slow?", session_id: notebookId }),
  ];
  await hasOutput(notebookId, "begun");
  await expect.poll(() => model.requests.length).toBe(asked + 1);
  const ending = await homeOf(notebookId);
  const all = [...on.workers];
  await on.addWorker();
  const since = performance.now();
  for (const worker of all) worker.signal("SIGTERM");
  isHeld = false;
  expect(await ending.ended).toEqual([0, null]);
  expect(performance.now() - since).toBeLessThan(MOST_MS);
  const [ran, reasoned] = await Promise.all(runs);
  expect(ran!.structured).toMatchObject({ status: "completed", value: "done" });
  expect(String(ran!.structured!.warning)).toContain("it ran a second time");
  expect(reasoned!.structured).toMatchObject({ content: "It is the index." });
  for (const { meta } of [ran!, reasoned!]) expect(meta).toMatchObject({ "clew/takenOver": true });
  expect(model.requests.length).toBe(asked + 2);
  const { rows } = await db.query("SELECT 1 FROM clew.thought WHERE session_id = $1", [notebookId]);
  expect(rows).toHaveLength(1);
}, 120_000);
