import fc from "fast-check";
import { expect, test } from "vitest";
import type { TurnEvent } from "./engine.ts";
import { EngineFailure } from "./engine-failure.ts";
import { ask, eventsOf, failing, failureOf, saying } from "./fixtures.ts";
import { type RunningTurn, toEngine } from "./provider.ts";

const never = new Promise<never>(() => {});

function engineThat(run: (turn: RunningTurn) => AsyncIterable<TurnEvent>) {
  const failure = (thrown: unknown) => new EngineFailure("unavailable", "test", `Threw ${String(thrown)}.`);
  return toEngine({ name: "test", model: "m", run, failure });
}

test("[EN1] whatever a provider yields, throws or omits, there is exactly one end and it is last", async () => {
  const event: fc.Arbitrary<TurnEvent> = fc.oneof(
    fc.record({ type: fc.constant("text" as const), block: fc.nat(3), text: fc.string() }),
    fc.constantFrom(...saying("x"), failing("rate"), failing("key")),
  );
  const thrown = fc.anything();
  await fc.assert(
    fc.asyncProperty(fc.array(event), fc.option(thrown, { nil: "nothing" }), async (events, last) => {
      const engine = engineThat(async function* () {
        yield* events;
        if (last !== "nothing") throw last;
      });
      const seen = await eventsOf(engine.turn(ask));
      const ends = seen.filter(({ type }) => type === "done" || type === "error");
      expect(ends).toHaveLength(1);
      expect(seen.at(-1)).toBe(ends[0]);
    }),
  );
});

test("[EN1] a provider that throws before its stream begins gives an error event", async () => {
  const engine = engineThat(() => {
    throw new Error("no stream");
  });
  expect((await failureOf(engine.turn(ask))).message).toBe("Threw Error: no stream.");
});

test("[EN1] an error without a usable message still ends the turn", async () => {
  const engine = toEngine({
    name: "anthropic",
    model: "m",
    // biome-ignore lint/correctness/useYield: it throws first
    async *run() {
      throw 1;
    },
    failure() {
      throw new Error("worse");
    },
  });
  const failure = await failureOf(engine.turn(ask));
  expect(failure).toMatchObject({ kind: "unavailable", message: "Anthropic failed in an unknown way." });
});

test("[EN1] a stream without an end event counts as broken off", async () => {
  const engine = engineThat(async function* () {
    yield { type: "text", block: 0, text: "Half of" };
  });
  const failure = await failureOf(engine.turn(ask));
  expect(failure.kind).toBe("unavailable");
  expect(failure.message).toBe("test broke off in the middle of its answer.");
});

test("[EN6] closes the request when the consumer leaves", async () => {
  const seen = Promise.withResolvers<AbortSignal>();
  const engine = engineThat(async function* ({ signal }) {
    seen.resolve(signal);
    yield { type: "text", block: 0, text: "a" };
    await never;
  });
  for await (const _ of engine.turn(ask)) break;
  expect((await seen.promise).aborted).toBe(true);
});

test("[EN6] a cancelled turn ends at once, even when the provider does not notice", async () => {
  const cancel = new AbortController();
  const engine = engineThat(async function* () {
    yield { type: "text", block: 0, text: "a" };
    await never;
  });
  const kinds: string[] = [];
  for await (const event of engine.turn({ ...ask, signal: cancel.signal })) {
    kinds.push(event.type === "error" ? event.failure.kind : event.type);
    setImmediate(() => cancel.abort());
  }
  expect(kinds).toEqual(["text", "cancelled"]);
});

test("[EN6] a turn that is cancelled before it begins sends no request", async () => {
  const engine = engineThat(() => {
    throw new Error("asked");
  });
  expect((await failureOf(engine.turn({ ...ask, signal: AbortSignal.abort() }))).kind).toBe("cancelled");
});

test("[EN1] does not close the request of a finished turn again", async () => {
  const seen = Promise.withResolvers<AbortSignal>();
  const engine = engineThat(async function* ({ signal }) {
    seen.resolve(signal);
    yield* saying("Because.");
  });
  await eventsOf(engine.turn(ask));
  expect((await seen.promise).aborted).toBe(false);
});
