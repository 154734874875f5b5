import fc from "fast-check";
import { expect, test } from "vitest";
import { type Batch, batchesOf, eventsIn } from "./batches.ts";
import type { TurnEvent } from "./engine.ts";
import { ask, eventsOf, failing, saying, scriptedEngine } from "./fixtures.ts";
import { oneEnd } from "./one-end.ts";
import { withRetries } from "./retry.ts";
import { withThinkingFallback } from "./thinking-fallback.ts";
import { withTimeout } from "./timeout.ts";

async function* sending(batches: readonly Batch[], onLeave = () => {}): AsyncGenerator<Batch, undefined> {
  try {
    yield* batches;
  } finally {
    onLeave();
  }
}

/** Engines whose tries arrive in these batches, with everything around them that a session has. */
function guarded(...tries: readonly (readonly Batch[])[]) {
  let tried = 0;
  const engine = oneEnd({
    name: "anthropic",
    model: "claude-test",
    run: () => ({ batches: () => sending(tries[tried++] ?? []) }),
    failure: () => expect.unreachable(),
  });
  const retries = { maxRetries: 1, delayMs: 0, wait: async () => {} };
  return withThinkingFallback(withRetries(withTimeout(engine, 60_000), retries));
}

const text = (words: string): TurnEvent => ({ type: "text", block: 0, text: words });

test("[EN1] however events arrive together, they come out in order and end once", async () => {
  const said = fc.array(fc.string({ minLength: 1, maxLength: 3 }).map(text), { minLength: 1, maxLength: 5 });
  const done = saying("x").at(-1)!;
  await fc.assert(
    fc.asyncProperty(fc.array(said), fc.boolean(), async (batches, together) => {
      const all = together ? [[...batches.flat(), done, text("late")]] : [...batches, [done], [text("late")]];
      expect(await eventsOf(guarded(all).turn(ask))).toEqual([...batches.flat(), done]);
      expect((await Array.fromAsync(batchesOf(guarded(all).turn(ask)))).flat()).toEqual([
        ...batches.flat(),
        done,
      ]);
    }),
  );
});

test("[EN5] a start and a failure that arrive together are tried again, words and a failure are not", async () => {
  const [start] = saying("x");
  const failure = failing("unavailable");
  expect(await eventsOf(guarded([[start!, failure]], [saying("ok")]).turn(ask))).toEqual(saying("ok"));
  const half = [start!, text("Half"), failure];
  expect(await eventsOf(guarded([half], [saying("ok")]).turn(ask))).toEqual(half);
});

test("[EN6] nothing of a batch is shown once its turn is cancelled, not even its end", async () => {
  const left: string[] = [];
  const cancel = new AbortController();
  const events = eventsIn(
    sending([[text("a"), ...saying("b")]], () => left.push("left")),
    "test",
    cancel.signal,
  );
  const kinds: string[] = [];
  for await (const event of events) {
    kinds.push(event.type === "error" ? event.failure.kind : event.type);
    cancel.abort();
  }
  expect(kinds).toEqual(["text", "cancelled"]);
  expect(left).toEqual(["left"]);
});

test("[EN6] leaving in the middle of a batch reaches whoever sends, with and without batches", async () => {
  const left: string[] = [];
  const leave = () => left.push("left");
  for await (const _ of eventsIn(sending([saying("a"), saying("b")], leave), "test", undefined)) break;
  const singles = (async function* () {
    try {
      yield* saying("a");
    } finally {
      leave();
    }
  })();
  for await (const batch of batchesOf(singles)) {
    expect(batch).toHaveLength(1);
    break;
  }
  expect(left).toEqual(["left", "left"]);
  expect(await Array.fromAsync(batchesOf(scriptedEngine(saying("a")).turn(ask)))).toHaveLength(3);
});
