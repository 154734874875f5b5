import { expect, test, vi } from "vitest";
import type { EngineFailureKind } from "./engine-failure.ts";
import { ask, eventsOf, failing, failureOf, saying, scriptedEngine, type Try } from "./fixtures.ts";
import { withRetries } from "./retry.ts";

/** Retries whose pauses take no time and are written down. */
function patient(tries: readonly Try[], maxRetries = 3, random = 1) {
  const pauses: number[] = [];
  const inner = scriptedEngine(...tries);
  const wait = async (ms: number) => {
    pauses.push(ms);
  };
  return {
    engine: withRetries(inner, { maxRetries, delayMs: 1000, random: () => random, wait }),
    inner,
    pauses,
  };
}

test("[EN5] retries a transient failure until it succeeds", async () => {
  const { engine, inner } = patient([
    [failing("unavailable")],
    [failing("timeout")],
    [failing("rate")],
    saying("ok"),
  ]);
  const events = await eventsOf(engine.turn(ask));
  expect(events).toEqual(saying("ok"));
  expect(inner.turns).toHaveLength(4);
});

test("[EN5] retries MAX_RETRIES times, and the last failure says how often", async () => {
  const { engine, inner } = patient(Array(9).fill([failing("unavailable")]), 3);
  const failure = await failureOf(engine.turn(ask));
  expect(inner.turns).toHaveLength(4);
  expect(failure).toMatchObject({ kind: "unavailable", message: "It is unavailable. Clew tried 4 times." });
});

test("[EN5] MAX_RETRIES 0 means one attempt", async () => {
  const { engine, inner } = patient([[failing("unavailable")]], 0);
  expect((await failureOf(engine.turn(ask))).message).toBe("It is unavailable.");
  expect(inner.turns).toHaveLength(1);
});

test.each<EngineFailureKind>(["refused", "key", "model", "open", "cancelled"])(
  "[EN5] does not retry a permanent failure: %s",
  async (kind) => {
    const { engine, inner } = patient([[failing(kind)], saying("ok")]);
    expect((await failureOf(engine.turn(ask))).kind).toBe(kind);
    expect(inner.turns).toHaveLength(1);
  },
);

test("[EN5] does not retry once anything was shown", async () => {
  const [, text] = saying("half");
  const { engine, inner } = patient([[text!, failing("unavailable")], saying("ok")]);
  const events = await eventsOf(engine.turn(ask));
  expect(events.map(({ type }) => type)).toEqual(["text", "error"]);
  expect(inner.turns).toHaveLength(1);
});

test("[EN5] retries an attempt that only started, and hides its start", async () => {
  const [start] = saying("x");
  const { engine } = patient([[start!, failing("unavailable")], saying("ok")]);
  expect(await eventsOf(engine.turn(ask))).toEqual(saying("ok"));
});

test("[EN5] delays double up to 30 s with random jitter", async () => {
  const tries = Array(8).fill([failing("unavailable")]);
  const long = patient(tries, 7, 1);
  await eventsOf(long.engine.turn(ask));
  expect(long.pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  const short = patient(tries, 3, 0);
  await eventsOf(short.engine.turn(ask));
  expect(short.pauses).toEqual([500, 1000, 2000]);
});

test("[EN5] honours Retry-After", async () => {
  const { engine, pauses } = patient([[failing("rate", { retryAfterMs: 7000 })], saying("ok")]);
  await eventsOf(engine.turn(ask));
  expect(pauses).toEqual([7000]);
});

test("[EN5] does not wait for a service that asks for more than a minute", async () => {
  const { engine, pauses } = patient([[failing("rate", { retryAfterMs: 60_001 })], saying("ok")]);
  const failure = await failureOf(engine.turn(ask));
  expect(failure).toMatchObject({ kind: "rate", retryAfterMs: 60_001 });
  expect(failure.message).toBe("It is rate. Anthropic asks for a pause of 61 s, longer than Clew waits.");
  expect(pauses).toEqual([]);
});

test("[EN5] cancellation ends a delay at once", async () => {
  vi.useFakeTimers();
  try {
    const cancel = new AbortController();
    const inner = scriptedEngine([failing("unavailable")], saying("ok"));
    const turn = withRetries(inner, { maxRetries: 3, delayMs: 1000 }).turn({ ...ask, signal: cancel.signal });
    const failure = failureOf(turn);
    await vi.waitFor(() => expect(inner.turns).toHaveLength(1));
    cancel.abort();
    expect((await failure).kind).toBe("cancelled");
    expect(inner.turns).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});
