import { expect, onTestFinished, test } from "vitest";
import { usePostgres } from "../../../../test/support/postgres-ledger.ts";
import { timeOrderedId } from "../../../ledger/index.ts";
import { ownedStore } from "../../owned-store.ts";
import type { Store } from "../../port.ts";
import { openDatabase } from "../database.ts";
import { forgetAnswers } from "./forget-answers.ts";
import { openPostgresJobs } from "./open-jobs.ts";

const ground = usePostgres();
const DAY_MS = 24 * 60 * 60_000;
const KEY = "answer";

async function openLedger() {
  const url = await ground.newLedger();
  const db = await openDatabase(url, 2);
  onTestFinished(() => db.close());
  return { url, db, store: await ground.open(url) };
}

async function recordIn(store: Store, scope: string): Promise<void> {
  await store.append({
    target: { sessionId: "s", create: () => ({ id: "s", title: "Answers", mode: "linear" }) },
    content: scope,
    nextThoughtNeeded: true,
    mode: "linear",
    source: "think",
    idempotency: { scope, key: KEY },
  });
}

const knows = async (store: Store, scope: string) =>
  (await store.appendResult({ scope, key: KEY })) !== undefined;

test("[JB23] deletes a job's idempotency answers after a day, for every principal; all others stay", async () => {
  const { db, store } = await openLedger();
  const now = Date.now();
  const [old, young] = [2, 0.5].map((days) => `job/${timeOrderedId(now - days * DAY_MS)}`);
  const stores = [store, ...["ann", "bob", "job"].map((name) => ownedStore(store, name))];
  const others = ["/think", "job/think", "p/think", "p1/think"];
  for (const one of stores) for (const scope of [old!, young!, ...others]) await recordIn(one, scope);
  await forgetAnswers(db, now);
  for (const one of stores) {
    expect(await knows(one, old!)).toBe(false);
    for (const scope of [young!, ...others]) expect(await knows(one, scope)).toBe(true);
  }
});

test("[JB23] keeps the idempotency answers of a job that has not ended, however old it is", async () => {
  const { url, db, store } = await openLedger();
  const [jobs, others] = await Promise.all([openPostgresJobs(url), openPostgresJobs(url)]);
  const started = Promise.withResolvers<string>();
  const go = Promise.withResolvers<void>();
  const worker = await others.work({
    tasks: {
      "plain.hold": async (_: unknown, { journal }) => {
        started.resolve(journal!.key);
        await go.promise;
      },
    },
    concurrency: 1,
    onDisown: async () => {},
  });
  onTestFinished(async () => {
    await worker.stop(0);
    await Promise.all([jobs.close(), others.close()]);
  });
  const run = jobs.run({ task: "plain.hold", payload: {} });
  const scope = await started.promise;
  await recordIn(store, scope);
  await forgetAnswers(db, Date.now() + 2 * DAY_MS);
  expect(await knows(store, scope)).toBe(true);
  go.resolve();
  await run;
  await forgetAnswers(db, Date.now() + 2 * DAY_MS);
  expect(await knows(store, scope)).toBe(false);
});
