import { expect, test, vi } from "vitest";
import type { Turn } from "./engine.ts";
import { ask, eventsOf, failureOf, saying, scriptedEngine } from "./fixtures.ts";
import { type After, withTimeout } from "./timeout.ts";

const never = new Promise<never>(() => {});

/** A clock that advances only through `advance`. */
function fakeClock() {
  let now = 0;
  const timers = new Set<{ readonly at: number; readonly call: () => void }>();
  const after: After = (ms, call) => {
    const timer = { at: now + ms, call };
    timers.add(timer);
    return () => timers.delete(timer);
  };
  const advance = (ms: number) => {
    now += ms;
    for (const timer of [...timers]) if (timer.at <= now && timers.delete(timer)) timer.call();
  };
  return { after, advance, timers };
}

test("[EN6] ends a silent engine after the timeout and closes its request", async () => {
  const { after, advance } = fakeClock();
  const inner = scriptedEngine([never]);
  const failure = failureOf(withTimeout(inner, 30_000, after).turn(ask));
  advance(29_999);
  expect(inner.turns[0]?.signal?.aborted).toBe(false);
  advance(1);
  expect(await failure).toMatchObject({
    kind: "timeout",
    message: "Anthropic sent no content for 30 s (REQUEST_TIMEOUT_MS).",
  });
  expect(inner.turns[0]?.signal?.aborted).toBe(true);
});

test("[EN6] each event restarts the timeout, which pauses while the consumer handles one", async () => {
  const { after, advance, timers } = fakeClock();
  const [start, text] = saying("Because.");
  const seen: string[] = [];
  for await (const event of withTimeout(scriptedEngine([start!, text!, never]), 1000, after).turn(ask)) {
    seen.push(event.type === "error" ? event.failure.kind : event.type);
    expect(timers.size).toBe(0);
    advance(5000);
    if (event.type === "text") setImmediate(() => advance(1000));
  }
  expect(seen).toEqual(["start", "text", "timeout"]);
});

test("[EN6] content without an event keeps a turn alive", async () => {
  const { after, advance } = fakeClock();
  const answered = Promise.withResolvers<void>();
  const inner = scriptedEngine([answered.promise, ...saying("Late.")]);
  let heard = 0;
  const turn: Turn = { ...ask, onHiddenContent: () => heard++ };
  const events = eventsOf(withTimeout(inner, 1000, after).turn(turn));
  for (let at = 0; at < 5; at += 1) {
    advance(900);
    inner.turns[0]?.onHiddenContent?.();
  }
  answered.resolve();
  expect((await events).at(-1)).toMatchObject({ type: "done" });
  expect(heard).toBe(5);
});

test("[EN6] leaves no timer behind, however a turn ends", async () => {
  const { after, timers } = fakeClock();
  await eventsOf(withTimeout(scriptedEngine(saying("ok")), 1000, after).turn(ask));
  for await (const _ of withTimeout(scriptedEngine(saying("ok")), 1000, after).turn(ask)) break;
  expect(timers.size).toBe(0);
});

test("[EN6] cancellation reaches the wrapped engine", async () => {
  const cancel = new AbortController();
  const inner = scriptedEngine([never]);
  const next = withTimeout(inner, 60_000, fakeClock().after)
    .turn({ ...ask, signal: cancel.signal })
    [Symbol.asyncIterator]()
    .next();
  expect(inner.turns[0]?.signal?.aborted).toBe(false);
  cancel.abort();
  expect(inner.turns[0]?.signal?.aborted).toBe(true);
  await Promise.race([next, Promise.resolve()]);
});

test("[EN6] a real timer fires after silence and not during output", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  try {
    const [start, text] = saying("Because.");
    const pauses = [1, 2, 3].map(() => Promise.withResolvers<void>());
    const script = pauses.flatMap(({ promise }) => [promise, text!]);
    const seen: string[] = [];
    const reading = (async () => {
      for await (const event of withTimeout(scriptedEngine([start!, ...script, never]), 1000).turn(ask))
        seen.push(event.type === "error" ? event.failure.kind : event.type);
    })();
    for (const pause of pauses) {
      await vi.advanceTimersByTimeAsync(900);
      pause.resolve();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(seen).toEqual(["start", "text", "text", "text"]);
    await vi.advanceTimersByTimeAsync(999);
    expect(seen).toHaveLength(4);
    await vi.advanceTimersByTimeAsync(1);
    await reading;
    expect(seen.at(-1)).toBe("timeout");
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
