import { expect, test } from "vitest";
import { authorOf, modelScene } from "../../test/support/model-scene.ts";
import type { RawInvocation } from "../reasoning/index.ts";
import { createSessions } from "../sessions/index.ts";
import type { Script } from "../testing/index.ts";
import { extractionByClients, readOwnSessions } from "./extract-by-clients.ts";

const LATER = 60_000;

async function sceneOf(script: Script) {
  const scene = await modelScene(script);
  const own = createSessions(scene.store, { thinkMaxThoughts: 1000, home: "/nowhere" });
  for (const name of ["one", "two", "three"])
    await own.record("thoughtbox", authorOf(name), {
      thought: `Ledger ${name} stays in SQLite because one file is easy to copy.`,
      nextThoughtNeeded: true,
    } as never);
  const ids = (await scene.store.sessions({})).map(({ id }) => id);
  const noted: RawInvocation[] = [];
  const disconnected = new AbortController();
  return {
    ...scene,
    ids,
    noted,
    disconnected,
    read: (own: readonly string[], most: number, after = LATER) => {
      let left = most;
      const client = {
        model: scene.engine!,
        sessionIds: new Set(own),
        disconnected: disconnected.signal,
      };
      const view = { store: scene.store, note: (one: RawInvocation) => void noted.push(one) };
      return readOwnSessions(client, view, async () => left-- > 0, Date.now() + after);
    },
    [Symbol.asyncDispose]: () => scene[Symbol.asyncDispose](),
  };
}

test("[FA25] only finished stretches of the client's sessions are read, once", async () => {
  await using scene = await sceneOf(() => '{"facts": []}');
  const own = scene.ids.slice(0, 2);
  expect(await scene.read(own, 9, 0)).toBe(0);
  expect(await scene.read([...own, "unknown"], 9)).toBe(2);
  expect(await scene.read(own, 9)).toBe(0);
  expect(await scene.store.factReading(scene.ids[2]!)).toBe(0);
});

test("[FA21] the calls of a day limit clients' models too, and each call is an invocation", async () => {
  await using scene = await sceneOf(() => '{"facts": []}');
  expect(await scene.read(scene.ids, 2)).toBe(2);
  expect(await scene.read(scene.ids, 0)).toBe(0);
  expect(scene.noted.map(({ kind }) => kind)).toEqual(["model", "model"]);
});

test("[FA26] the first failure ends the reading, and a client that disconnects is left alone", async () => {
  await using scene = await sceneOf(() => ({ status: 400, error: { message: "no" } }) as never);
  await expect(scene.read(scene.ids, 9)).rejects.toThrow();
  expect(scene.noted).toHaveLength(1);
  scene.disconnected.abort();
  await expect(scene.read(scene.ids, 9)).rejects.toThrow();
});

test("[FA25] clients are asked only if the operator allows it and no engine is configured", async () => {
  await using scene = await sceneOf([]);
  const by = (facts: string | undefined, engine: unknown) =>
    extractionByClients(
      { config: { facts, factCalls: 1 }, engine, store: scene.store } as never,
      () => ({}) as never,
    );
  expect(by("model", undefined)).toBeDefined();
  expect(by("model", scene.engine)).toBeUndefined();
  expect(by("off", undefined)).toBeUndefined();
});
