import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { Failure } from "../ledger/index.ts";
import { lazyStore } from "../store/lazy.ts";
import { openStore } from "../store/open.ts";
import type { Store } from "../store/port.ts";
import { createInvocationLog, type RawInvocation, type Retention } from "./invocation-log.ts";

const DAY = 86_400_000;
const START = Date.parse("2026-11-15T10:00:00.000Z");
const retention: Retention = { days: 30, rows: 10_000 };

/** A call of a tool that went well, with what a test wants different. */
const callOf = (more: Partial<RawInvocation> = {}): RawInvocation => ({
  kind: "tool",
  name: "think",
  input: { thought: "What is known?" },
  latencyMs: 1.6,
  ...more,
});

async function openMemory(): Promise<Store> {
  const store = await openStore({ memory: true });
  onTestFinished(() => store.close());
  return store;
}

/** A log with a clock of its own, and the losses it has reported. */
function logOn(store: Store, kept: Retention = retention) {
  const clock = { now: START };
  const lost: [count: number, error: unknown][] = [];
  const onDropped = (count: number, error?: unknown) => void lost.push([count, error]);
  return { log: createInvocationLog(store, kept, onDropped, () => clock.now), lost, clock };
}

test("[IV1] stores a call with all its details shortly after it ends", async () => {
  const store = await openMemory();
  const { log, lost } = logOn(store);
  const written = Promise.withResolvers<void>();
  store.onWrite(written.resolve);
  const usage = { inputTokens: 12, outputTokens: 3 };
  const model = { kind: "model", name: "anthropic", pipe: "m-1", usage, cost: 0.01 } as const;
  log.note(callOf({ sessionId: "s-1", output: { thoughtNumber: 1 } }));
  log.note(callOf({ ...model, input: ["no", "object"], error: "Timeout", latencyMs: 30_000 }));
  await written.promise;
  const rows = await store.invocations({});
  const [at, id] = [new Date(START).toISOString(), expect.stringMatching(/^[0-9a-f-]{36}$/)];
  expect(rows).toEqual([
    {
      ...{ id, kind: "model", tool_name: "anthropic", pipe_name: "m-1", input: { value: ["no", "object"] } },
      ...{ latency_ms: 30_000, success: false, error: "Timeout", input_tokens: 12, output_tokens: 3 },
      ...{ cost: 0.01, created_at: at },
    },
    {
      ...{ id, kind: "tool", session_id: "s-1", tool_name: "think", input: { thought: "What is known?" } },
      ...{ output: { thoughtNumber: 1 }, latency_ms: 2, success: true, created_at: at },
    },
  ]);
  await log.close();
  expect(await store.invocations({})).toEqual(rows);
  expect(lost).toEqual([]);
});

test("[IV2] stores no secret from any field and cuts long values", async () => {
  const store = await openMemory();
  const { log } = logOn(store);
  const key = `sk-ant-${"a1B2".repeat(8)}`;
  log.note(
    callOf({
      name: `do ${key}`,
      input: { apiKey: "hush", deep: [{ text: `my key is ${key}.` }], long: "w ".repeat(100_000) },
      output: { env: `OPENAI_API_KEY=abcdef123456 and PORT=8080`, header: `Bearer ${key}` },
      error: `401 for ${key} ${"x".repeat(100_000)}`,
    }),
  );
  await log.close();
  const [row] = await store.invocations({});
  const text = JSON.stringify(row);
  for (const secret of [key, "a1B2a1B2", "hush", "abcdef123456"]) expect(text).not.toContain(secret);
  expect(text).toContain("PORT=8080");
  expect(text.length).toBeLessThan(6_000);
});

test("[IV3] opens the store at the first call", async () => {
  let openings = 0;
  const store = lazyStore(() => {
    openings++;
    return openStore({ memory: true });
  });
  onTestFinished(() => store.close());
  await logOn(store).log.close();
  await logOn(store, { days: 0, rows: 0 }).log.close();
  expect(openings).toBe(0);
  const { log } = logOn(store);
  log.note(callOf());
  expect(openings).toBe(0);
  await log.close();
  expect(openings).toBe(1);
  expect(await store.invocations({})).toHaveLength(1);
});

test("[IV3] calls do not wait for a slow store; a bounded number is queued and the others are counted", async () => {
  const gate = Promise.withResolvers<void>();
  const store = lazyStore(async () => {
    await gate.promise;
    return openStore({ memory: true });
  });
  onTestFinished(() => store.close());
  const { log, lost } = logOn(store);
  for (let number = 0; number < 5_500; number++) log.note(callOf({ input: { number } }));
  gate.resolve();
  await log.close();
  expect((await store.inspect()).invocations).toBe(5_000);
  expect(lost).toEqual([[500, undefined]]);
  const [newest] = await store.invocations({ limit: 1 });
  expect(newest!.input).toEqual({ number: 4_999 });
});

test("[IV3] large queued calls do not fill the memory", async () => {
  const store = await openMemory();
  const { log, lost } = logOn(store);
  const cells = Array.from({ length: 50 }, () => ({ content: "x".repeat(20_000) }));
  for (let i = 0; i < 40; i++) log.note(callOf({ input: { args: { cells } } }));
  await log.close();
  const kept = (await store.inspect()).invocations;
  expect(kept).toBeGreaterThanOrEqual(10);
  expect(kept).toBeLessThanOrEqual(17);
  expect(lost).toEqual([[40 - kept, undefined]]);
});

test("[IV3] a call that the store refuses is dropped and reported, and fails nothing", async () => {
  let failing = true;
  const store = lazyStore(() =>
    failing ? Promise.reject(new Failure("STORE_READ_ONLY", {})) : openStore({ memory: true }),
  );
  onTestFinished(() => store.close());
  const first = logOn(store);
  for (let i = 0; i < 250; i++) first.log.note(callOf());
  await first.log.close();
  expect(first.lost).toEqual([[250, expect.objectContaining({ code: "STORE_READ_ONLY" })]]);
  failing = false;
  const second = logOn(store);
  second.log.note(callOf());
  await second.log.close();
  expect(second.lost).toEqual([]);
  expect(await store.invocations({})).toHaveLength(1);
});

test("[IV3] reports a failing store once, and later everything lost since", async () => {
  let attempt = Promise.withResolvers<void>();
  const store = lazyStore(() => {
    attempt.resolve();
    return Promise.reject(new Failure("STORE_READ_ONLY", {}));
  });
  const { log, lost } = logOn(store);
  for (let i = 0; i < 3; i++) {
    attempt = Promise.withResolvers<void>();
    log.note(callOf());
    await attempt.promise;
    // By then the log knows that it failed, so that each call is lost by itself.
    await nextTurn();
  }
  await log.close();
  expect(lost.map(([count]) => count)).toEqual([1, 2]);
});

test("[IV3] drops only the call whose values cannot be read", async () => {
  const store = await openMemory();
  const { log, lost } = logOn(store);
  const unreadable = {
    get member(): string {
      throw new Error("unreadable");
    },
  };
  log.note(callOf({ input: unreadable }));
  log.note(callOf({ pipe: unreadable as unknown as string }));
  log.note(callOf());
  await log.close();
  expect(await store.invocations({})).toHaveLength(1);
  expect(lost).toEqual([[2, expect.any(Error)]]);
});

test("[IV3] closing stores what is queued and ignores later calls", async () => {
  const store = await openMemory();
  const { log, lost } = logOn(store);
  log.note(callOf());
  await Promise.all([log.close(), log.close()]);
  log.note(callOf());
  await log.close();
  expect(await store.invocations({})).toHaveLength(1);
  expect(lost).toEqual([]);
});

test("[IV4] removes old rows by age and by count on its own", async () => {
  const store = await openMemory();
  const before = logOn(store);
  for (const days of [40, 31, 29, 2, 1]) {
    before.clock.now = START - days * DAY;
    before.log.note(callOf({ input: { days } }));
  }
  await before.log.close();
  const daysLeft = async () => (await store.invocations({})).map(({ input }) => input.days);
  const { log } = logOn(store, { days: 30, rows: 3 });
  log.note(callOf({ input: { days: 0 } }));
  await log.close();
  expect(await daysLeft()).toEqual([0, 1, 2]);
});

test("[IV4] removes old rows during a burst too, so that none wait for its end", async () => {
  const store = await openMemory();
  const kept = { days: 30, rows: 1_000 };
  const most: number[] = [];
  const observed: Store = {
    ...store,
    async pruneInvocations(limits) {
      most.push((await store.inspect()).invocations);
      return store.pruneInvocations(limits);
    },
  };
  const { log } = logOn(observed, kept);
  for (let call = 0; call < 4_500; call++) log.note(callOf());
  await log.close();
  expect(most.length).toBeGreaterThan(3);
  expect(Math.max(...most)).toBeLessThan(2_500);
});

test("[IV4] may keep calls forever", async () => {
  const store = await openMemory();
  const { log } = logOn(store, { days: Number.MAX_SAFE_INTEGER, rows: Number.MAX_SAFE_INTEGER });
  log.note(callOf());
  await log.close();
  expect(await store.invocations({})).toHaveLength(1);
});

test("[IV4] a log that keeps nothing removes what an earlier one stored", async () => {
  const store = await openMemory();
  const before = logOn(store);
  before.log.note(callOf());
  await before.log.close();
  const { log, lost } = logOn(store, { days: 30, rows: 0 });
  log.note(callOf());
  await log.close();
  expect(await store.invocations({})).toEqual([]);
  expect(lost).toEqual([]);
});
