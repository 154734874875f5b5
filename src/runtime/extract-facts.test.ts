import { expect, test } from "vitest";
import { authorOf, modelScene } from "../../test/support/model-scene.ts";
import type { RawInvocation } from "../reasoning/index.ts";
import { createSessions } from "../sessions/index.ts";
import type { Script } from "../testing/index.ts";
import { dailyCalls, readSessions } from "./extract-facts.ts";

const LATER = 60_000;

async function ledgerOf(sessions: number, script: Script) {
  const scene = await modelScene(script);
  const own = createSessions(scene.store, { thinkMaxThoughts: 1000, home: "/nowhere" });
  for (let index = 1; index <= sessions; index++)
    await own.record("thoughtbox", authorOf(`s${index}`), {
      thought: `Ledger ${index} stays in SQLite because one file is easy to copy.`,
      nextThoughtNeeded: true,
    } as never);
  const noted: RawInvocation[] = [];
  const invocations = { note: (call: RawInvocation) => noted.push(call) } as never;
  const resting = new Map<string, number>();
  const { signal } = new AbortController();
  return {
    ...scene,
    noted,
    read: (most: number, after = LATER) => {
      let left = most;
      const take = async () => left-- > 0;
      return readSessions({ ...scene, invocations }, take, resting, signal, Date.now() + after);
    },
    [Symbol.asyncDispose]: () => scene[Symbol.asyncDispose](),
  };
}

test("[FA20] a session that rests is read, and one that goes on is not", async () => {
  await using scene = await ledgerOf(2, () => '{"facts": []}');
  expect(await scene.read(100, 0)).toMatchObject({ calls: 0 });
  expect(await scene.read(100)).toMatchObject({ calls: 2 });
  expect(await scene.read(100)).toMatchObject({ calls: 0 });
});

test("[FA20] without an engine nothing is asked", async () => {
  await using scene = await ledgerOf(1, []);
  const { signal } = new AbortController();
  const done = await readSessions(
    { ...scene, engine: undefined, invocations: undefined as never },
    async () => true,
    new Map(),
    signal,
  );
  expect(done).toEqual({ calls: 0 });
});

test("[FA21] no more calls are made than are left for the day, and each is an invocation", async () => {
  await using scene = await ledgerOf(3, () => '{"facts": []}');
  expect(await scene.read(2)).toMatchObject({ calls: 2 });
  expect(await scene.read(0)).toMatchObject({ calls: 0 });
  expect(scene.noted.map(({ kind }) => kind)).toEqual(["model", "model"]);
});

test("[FA21] all servers of a database share the calls of a day, also after a restart", async () => {
  await using scene = await ledgerOf(0, []);
  const [one, two] = [dailyCalls(scene.store, 5), dailyCalls(scene.store, 5)];
  const day = Date.parse("2026-11-19T12:00:00.000Z");
  const taken = await Promise.all([one(day), two(day), one(day), two(day), one(day), two(day), one(day)]);
  expect(taken.filter(Boolean)).toHaveLength(5);
  expect(await dailyCalls(scene.store, 5)(day)).toBe(false);
  expect(await dailyCalls(scene.store, 6)(day)).toBe(true);
  expect(await one(day + 86_400_000)).toBe(true);
});

test("[FA22] a session whose call fails rests, and the others are read", async () => {
  let first = true;
  await using scene = await ledgerOf(2, () => {
    if (!first) return '{"facts": []}';
    first = false;
    return { status: 400, error: { message: "no" } } as never;
  });
  expect(await scene.read(9)).toMatchObject({ calls: 1, failure: expect.any(Error) });
  const done = await scene.read(9);
  expect(done).toEqual({ calls: 1, failure: undefined });
  const read = await Promise.all(
    (await scene.store.sessions({})).map(({ id }) => scene.store.factReading(id)),
  );
  expect(read.toSorted()).toEqual([0, 1]);
});
