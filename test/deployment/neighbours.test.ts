import fc from "fast-check";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerOf } from "../support/call.ts";
import { type Deployment, startDeployment } from "../support/deployment.ts";
import { notebookJobs } from "../support/notebook-jobs.ts";
import { usePostgres } from "../support/postgres-ledger.ts";

const ground = usePostgres();
let url: string;
let on: Deployment;
let admin: pg.Client;
let outsider: pg.Client;
const { callNotebook, newNotebook, addCell } = notebookJobs(
  () => on,
  () => admin,
);

beforeAll(async () => {
  url = await ground.newLedger();
  on = await startDeployment(url, {}, { servers: 1, workers: 1 });
  admin = await ground.connect(url);
  await admin.query("CREATE ROLE outsider LOGIN");
  outsider = await ground.connect(url.replace("clew@", "outsider@"));
});
afterAll(async () => {
  await on?.[Symbol.asyncDispose]();
});

/** Every channel that a connection of Clew listens to, according to the database. */
const CHANNELS = ["clew_change", "clew_worker", "clew_job", "clew_peers", "jobs:insert", "worker:migrate"];

const thing = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }).map((text) => text.replaceAll("\0", "")),
  fc.json({ maxDepth: 3 }),
  fc.constantFrom(
    "boom",
    "",
    "null",
    "[]",
    "{}",
    '{"cancel":1}',
    '{"leave":{}}',
    '{"cancel":null,"leave":[]}',
    "NaN * x",
    "99999999999999999999 * x",
    "-1 * x",
    "1 *",
    '{"count":1e99}',
    '{"count":-1}',
    '{"count":"x"}',
    '{"migrationNumber":99,"breaking":true}',
    "[".repeat(3000),
    "x".repeat(7_900),
  ),
);

async function works(): Promise<void> {
  await answerOf(on.clients[0]!, "think", { thought: "Still here", session_id: "after-noise" });
  const notebookId = await newNotebook();
  const cellId = await addCell(notebookId, "6 * 7");
  expect(JSON.stringify((await callNotebook(0, "run_cell", { notebookId, cellId })).structured)).toContain(
    "42",
  );
}

test("[PG40] no payload that a role without any grant sends on any channel harms a server or a worker", async () => {
  await works();
  const [server] = on.servers;
  const [worker] = on.workers;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...CHANNELS), thing, async (channel, payload) => {
      await outsider
        .query("SELECT pg_notify($1, $2)", [
          channel,
          Buffer.from(payload).subarray(0, 7_990).toString().slice(0, 7_000),
        ])
        .catch((error) => {
          // PostgreSQL itself refuses a payload that is too long.
          expect(String(error)).toMatch(/payload string too long|invalid byte/);
        });
    }),
    { numRuns: 400 },
  );
  for (const channel of CHANNELS) await outsider.query(`NOTIFY "${channel}", 'boom'`);
  await works();
  expect((await fetch(new URL("/healthz", server!.address))).status).toBe(200);
  const log = `${server!.log()}${worker!.log()}`;
  expect(log).not.toMatch(/unhandled|uncaught|SyntaxError/i);
});

test("[PG40] foreign rows in the message and job tables are ignored", async () => {
  for (const body of ["boom", "null", "[]", '{"kind":"pass"}', '{"kind":"resume","ask":1}', '{"kind":"x"}'])
    await admin.query(
      `WITH sent AS (INSERT INTO clew.peer_message (recipient, sender, session_id, body, sent_at)
         VALUES (NULL, 'nobody', 's', $1, extract(epoch FROM now()) * 1000) RETURNING id)
       SELECT pg_notify('clew_peers', id || ' * nobody') FROM sent`,
      [body],
    );
  await admin.query(
    "SELECT graphile_worker.add_job('clew.notebook', '{\"no\": \"job\"}'::json, max_attempts => 1)",
  );
  await admin.query("SELECT graphile_worker.add_job('clew.notebook', '[1]'::json, max_attempts => 1)");
  await works();
});
