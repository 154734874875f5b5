import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../../src/testing/index.ts";
import { answerOf, call } from "../support/call.ts";
import { type Deployment, startDeployment } from "../support/deployment.ts";
import { notebookJobs } from "../support/notebook-jobs.ts";
import { useOwnPostgres } from "../support/postgres-ledger.ts";

/** Longer than a worker may be silent. */
const AWAY_MS = 8_000;

const ground = useOwnPostgres();
let url: string;
let on: Deployment;
let db: pg.Client;
let model: ModelServer;
/** The model waits for this before it answers. */
let held = Promise.withResolvers<void>();
const { callNotebook, newNotebook, addCell, hasOutput } = notebookJobs(
  () => on,
  () => db,
);

beforeAll(async () => {
  url = await ground.newLedger();
  const text = JSON.stringify({ thought: "It is the index.", confidence: 0.6 });
  model = await startModelServer(() => ({ text, hold: held.promise }), { key: false });
  on = await startDeployment(
    url,
    { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "any", CLEW_MODEL: "scripted" },
    { servers: 1 },
  );
  db = await ground.connect(url);
});
afterAll(async () => {
  await on?.[Symbol.asyncDispose]();
  await model?.close();
});

const attempts = async (about: readonly string[]) =>
  (
    await db.query("SELECT attempt, taken_over FROM clew.job WHERE payload LIKE ANY($1)", [
      about.map((id) => `%${id}%`),
    ])
  ).rows;

test("[JB20] a database outage longer than a worker's silence limit loses no job: each ends once with its true outcome, and the workers continue", async () => {
  const notebookId = await newNotebook();
  const set = await addCell(notebookId, "var n = 0;");
  const ending = await addCell(
    notebookId,
    'n += 1;\nconsole.log("begun");\nawait new Promise((go) => setTimeout(go, 2000));\nn',
  );
  const after = await addCell(notebookId, "n");
  await callNotebook(0, "run_cell", { notebookId, cellId: set });
  const other = await newNotebook();
  const lasting = await addCell(
    other,
    `console.log("begun");\nawait new Promise((go) => setTimeout(go, ${AWAY_MS + 4_000}));\n"lasted"`,
  );
  const asked = model.requests.length;
  held = Promise.withResolvers();
  // One ends while the database is unreachable, one after it is back, and the model answers in between.
  const runs = [
    callNotebook(0, "run_cell", { notebookId, cellId: ending }),
    callNotebook(0, "run_cell", { notebookId: other, cellId: lasting }),
    call(on.clients[0]!, "reasoning_linear", { content: "Why is it slow?", session_id: notebookId }),
  ];
  await Promise.all([hasOutput(notebookId, "begun"), hasOutput(other, "begun")]);
  await expect.poll(() => model.requests.length).toBe(asked + 1);
  await ground.server.kill();
  held.resolve();
  await delay(AWAY_MS);
  await ground.server.start();
  db = await ground.connect(url);

  const [ended, lasted, reasoned] = await Promise.all(runs);
  expect(ended!.structured).toMatchObject({ status: "completed", value: "1", output: "begun\n" });
  expect(lasted!.structured).toMatchObject({ status: "completed", value: "lasted" });
  expect(reasoned!.structured).toMatchObject({ session_id: notebookId, content: "It is the index." });
  for (const { meta } of [ended!, lasted!, reasoned!]) expect(meta).not.toHaveProperty("clew/takenOver");
  expect(model.requests.length).toBe(asked + 1);
  const once = { attempt: 1, taken_over: false };
  // The first of all cells, and the three that were in progress.
  expect(await attempts([notebookId, other])).toEqual([once, once, once, once]);
  const { rows } = await db.query("SELECT 1 FROM clew.thought WHERE session_id = $1", [notebookId]);
  expect(rows).toHaveLength(1);

  const next = await callNotebook(0, "run_cell", { notebookId, cellId: after });
  expect(next.structured).toMatchObject({ status: "completed", value: "1" });
  expect(next.structured).not.toHaveProperty("warning");
  const fresh = await newNotebook();
  const sum = await addCell(fresh, "6 * 7");
  expect((await callNotebook(0, "run_cell", { notebookId: fresh, cellId: sum })).structured).toMatchObject({
    value: "42",
  });
  expect(
    await answerOf(on.clients[0]!, "reasoning_linear", { content: "And now?", session_id: notebookId }),
  ).toMatchObject({ session_id: notebookId });
}, 120_000);
