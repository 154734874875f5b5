import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type ModelServer,
  type RecordedRequest,
  type Reply,
  startModelServer,
} from "../../src/testing/index.ts";
import { answerOf, call } from "../support/call.ts";
import { type Deployment, startDeployment } from "../support/deployment.ts";
import { promptOf } from "../support/model-scene.ts";
import { usePostgres } from "../support/postgres-ledger.ts";

const ground = usePostgres();
let on: Deployment;
let db: pg.Client;
let model: ModelServer;
/** Requests get no answer while this is set. */
let held: RegExp | undefined;

function reply(request: RecordedRequest): Reply | string {
  const { system, user } = promptOf(request);
  const hold = held?.test(system + user) ? { hold: new Promise<never>(() => {}) } : {};
  if (system.includes('"approaches"'))
    return {
      ...hold,
      text: JSON.stringify({ approaches: ["Cache", "Shard", "Wait"].map((name) => ({ name })) }),
    };
  if (system.includes('"winner"'))
    return { ...hold, text: JSON.stringify({ winner: "cache", verdict: "It is cheap.", confidence: 0.7 }) };
  const approach = /<approach>\n(.*)\n/.exec(user)?.[1] ?? "it";
  return { ...hold, text: JSON.stringify({ thought: `About ${approach}.`, confidence: 0.6 }) };
}

beforeAll(async () => {
  const url = await ground.newLedger();
  model = await startModelServer(reply, { key: false });
  on = await startDeployment(url, {
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: "any",
    CLEW_MODEL: "scripted",
  });
  db = await ground.connect(url);
});
afterAll(async () => {
  await on?.[Symbol.asyncDispose]();
  await model?.close();
});

const asksFor = (words: RegExp) =>
  model.requests.filter((one) => words.test(JSON.stringify(one.body))).length;

/** Kills the worker that has the only running job. */
async function killWorker(): Promise<void> {
  const { rows } = await db.query(
    "SELECT split_part(w.name, ':', 2)::int AS pid FROM clew.worker w JOIN clew.job j ON j.worker = w.id WHERE j.state = 'running'",
  );
  expect(rows).toHaveLength(1);
  on.workers.find(({ pid }) => pid === rows[0].pid)!.signal("SIGKILL");
}

test("[JB13] model work whose worker dies continues where it was: nothing is recorded twice, and little is requested twice", async () => {
  held = /<approach>\nShard/;
  const run = call(on.clients[0]!, "reasoning", {
    operation: "tree",
    args: { content: "How do we survive the launch?", session_id: "launch" },
  });
  const thoughts = async () =>
    (await db.query("SELECT content FROM clew.thought WHERE session_id = 'launch' ORDER BY seq")).rows;
  await expect.poll(async () => (await thoughts()).length).toBe(3);
  await expect.poll(() => asksFor(/<approach>\\nShard/)).toBe(1);
  held = undefined;
  await killWorker();
  const { structured, meta } = await run;
  expect(meta).toMatchObject({ "clew/takenOver": true });
  expect(structured).toMatchObject({ session_id: "launch", verdict: { winner: "cache" } });
  expect(structured!.branches).toHaveLength(3);
  expect(await thoughts()).toHaveLength(5);
  expect(asksFor(/<approach>\\nCache/)).toBe(1);
  expect(asksFor(/<approach>\\nShard/)).toBe(2);
  const marked = async () =>
    (await db.query("SELECT to_jsonb(i)::text AS kept FROM clew.invocation_body i")).rows.filter(({ kept }) =>
      kept.includes("taken_over"),
    ).length;
  // The two turns of the second worker, and the call itself.
  await expect.poll(marked).toBe(3);
  await on.addWorker();
});

test("[JB13] one step of linear reasoning is recorded once, with progress and its answer, whichever worker runs it", async () => {
  held = /Why is it slow/;
  const before = model.requests.length;
  const run = call(on.clients[1]!, "reasoning_linear", { content: "Why is it slow?", session_id: "slow" });
  await expect.poll(() => model.requests.length).toBe(before + 1);
  held = undefined;
  await killWorker();
  const { structured, meta } = await run;
  expect(meta).toMatchObject({ "clew/takenOver": true });
  expect(structured).toMatchObject({ session_id: "slow", content: "About it.", previous_thought: null });
  const { rows } = await db.query("SELECT 1 FROM clew.thought WHERE session_id = 'slow'");
  expect(rows).toHaveLength(1);
  await on.addWorker();
  const recorded = await answerOf(on.clients[0]!, "thoughtbox", {
    thought: "It may be the index.",
    thoughtNumber: 1,
    totalThoughts: 1,
    nextThoughtNeeded: false,
    critique: true,
  });
  expect(recorded.critique).toMatchObject({ model: "scripted" });
});

test("[JB3] a client that cancels ends the model's turn, whichever worker runs it", async () => {
  held = /Never answered/;
  const before = model.requests.length;
  const stop = new AbortController();
  const order = { name: "reasoning_linear", arguments: { content: "Never answered?" } };
  const run = on.clients[0]!.callTool(order, { signal: stop.signal }).catch(() => "gone");
  await expect.poll(() => model.requests.length).toBe(before + 1);
  stop.abort();
  expect(await run).toBe("gone");
  await expect.poll(() => model.requests[before]!.hungUp).toBe(true);
  held = undefined;
});
