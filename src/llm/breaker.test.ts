import { expect, test } from "vitest";
import { withBreaker } from "./breaker.ts";
import type { EngineFailureKind } from "./engine-failure.ts";
import { ask, eventsOf, failing, failureOf, saying, scriptedEngine, type Try } from "./fixtures.ts";

const outage: Try = [failing("unavailable")];

function guarded(...tries: readonly Try[]) {
  const clock = { now: 0 };
  const inner = scriptedEngine(...tries);
  const engine = withBreaker(inner, { failures: 5, restMs: 30_000, now: () => clock.now });
  const run = async (times: number) => {
    for (let at = 0; at < times; at += 1) await eventsOf(engine.turn(ask));
  };
  return { engine, inner, clock, run };
}

test("[EN7] after five outages in a row an engine fails at once", async () => {
  const { engine, inner, clock, run } = guarded(...Array(5).fill(outage));
  await run(5);
  clock.now = 10_000;
  const failure = await failureOf(engine.turn(ask));
  expect(failure).toMatchObject({ kind: "open", retryAfterMs: 20_000 });
  expect(failure.message).toBe("Anthropic failed 5 times in a row. Clew tries it again in 20 s.");
  expect(inner.turns).toHaveLength(5);
});

test("[EN7] a success after four outages resets the count", async () => {
  const four = Array(4).fill(outage);
  const { inner, run } = guarded(...four, saying("ok"), ...four, saying("ok"));
  await run(10);
  expect(inner.turns).toHaveLength(10);
});

test("[EN7] after thirty seconds exactly one turn is tried, and its success closes the breaker", async () => {
  const answered = Promise.withResolvers<void>();
  const probe: Try = [answered.promise, ...saying("ok")];
  const { engine, inner, clock, run } = guarded(...Array(5).fill(outage), probe, saying("a"), saying("b"));
  await run(5);
  clock.now = 30_000;
  const first = eventsOf(engine.turn(ask));
  const others = await Promise.all([failureOf(engine.turn(ask)), failureOf(engine.turn(ask))]);
  expect(others.map(({ kind }) => kind)).toEqual(["open", "open"]);
  expect(inner.turns).toHaveLength(6);
  answered.resolve();
  expect((await first).at(-1)).toMatchObject({ type: "done" });
  await run(2);
  expect(inner.turns).toHaveLength(8);
});

test("[EN7] a failed trial opens it for another thirty seconds", async () => {
  const { engine, inner, clock, run } = guarded(...Array(6).fill(outage), saying("ok"));
  await run(5);
  clock.now = 30_000;
  await run(1);
  clock.now = 59_999;
  expect((await failureOf(engine.turn(ask))).kind).toBe("open");
  clock.now = 60_000;
  expect((await eventsOf(engine.turn(ask))).at(-1)).toMatchObject({ type: "done" });
  expect(inner.turns).toHaveLength(7);
});

test.each<EngineFailureKind>(["rate", "refused", "key", "model"])(
  "[EN7] an answer is not an outage: %s",
  async (kind) => {
    const { inner, run } = guarded(
      ...Array(4).fill(outage),
      [failing(kind)],
      ...Array(4).fill(outage),
      saying("ok"),
    );
    await run(10);
    expect(inner.turns).toHaveLength(10);
  },
);

test("[EN7] a timeout is an outage; a cancelled turn neither counts nor resets", async () => {
  const silent: Try = [failing("timeout")];
  const { engine, run } = guarded(silent, outage, silent, outage, [failing("cancelled")], silent);
  await run(6);
  expect((await failureOf(engine.turn(ask))).kind).toBe("open");
});

test("[EN7] after a trial is cancelled or abandoned, the next turn is tried", async () => {
  const { engine, clock, run } = guarded(
    ...Array(5).fill(outage),
    [failing("cancelled")],
    saying("a"),
    saying("b"),
  );
  await run(5);
  clock.now = 30_000;
  await run(1);
  for await (const _ of engine.turn(ask)) break;
  expect((await eventsOf(engine.turn(ask))).at(-1)).toMatchObject({ type: "done" });
});
