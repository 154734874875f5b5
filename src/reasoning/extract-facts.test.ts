import { describe, expect, test } from "vitest";
import { authorOf, modelScene } from "../../test/support/model-scene.ts";
import { createSessions } from "../sessions/index.ts";
import type { Script } from "../testing/index.ts";
import { extractFacts } from "./extract-facts.ts";

const CONTENTS = [
  "The queue redelivers after 30 seconds. Sessions stay in SQLite, one file is easy to copy.",
  "Redis loses the lock when the replica takes over.",
  "If we used Kafka, this would be simpler.",
];

async function read(script: Script, marks: readonly string[] = []) {
  const scene = await modelScene(script);
  const sessions = createSessions(scene.store, { thinkMaxThoughts: 1000, home: "/nowhere" });
  for (const [index, content] of CONTENTS.entries())
    await sessions.record("thoughtbox", authorOf("s"), {
      thought: content,
      nextThoughtNeeded: true,
      ...(index === 0 && marks.length > 0 && { marks }),
    } as never);
  const [session] = await scene.store.sessions({});
  return { ...scene, id: session!.id, [Symbol.asyncDispose]: () => scene[Symbol.asyncDispose]() };
}

const answer = (...facts: readonly unknown[]) => JSON.stringify({ facts });
const good = {
  seq: 1,
  kind: "decision",
  text: "Sessions stay in SQLite",
  reason: "one file is easy to copy",
  quotation: "Sessions stay in SQLite",
};

describe("facts that a model extracts", () => {
  test("[FA23] are stored once with their thought", async () => {
    await using scene = await read([answer(good), answer(good)]);
    expect(await extractFacts(scene.store, scene.engine, scene.id)).toEqual({ until: 3, kept: 1 });
    expect(await extractFacts(scene.store, scene.engine, scene.id)).toBeUndefined();
    expect(await scene.store.facts(scene.id)).toEqual([
      {
        kind: "decision",
        text: "Sessions stay in SQLite",
        reason: "one file is easy to copy",
        seq: 1,
        thoughtNumber: 1,
        origin: "extracted",
      },
    ]);
    expect(scene.server.requests).toHaveLength(1);
  });

  test("[FA19] lies, over-long quotations and unknown kinds are dropped", async () => {
    await using scene = await read([
      answer(
        { ...good, quotation: "Sessions move to MongoDB" },
        { ...good, seq: 2 },
        { ...good, seq: 99 },
        { ...good, seq: "1" },
        { ...good, text: "The chief engineer resigned over lunch" },
        { ...good, reason: "auditors demanded certified mainframes" },
        { ...good, quotation: "use" },
        { ...good, quotation: `${CONTENTS[0]} ${"x".repeat(400)}` },
        { ...good, kind: "gossip" },
        { ...good, text: "x".repeat(1000) },
        "not an object",
        null,
      ),
    ]);
    expect(await extractFacts(scene.store, scene.engine, scene.id)).toEqual({ until: 3, kept: 0 });
    expect(await scene.store.facts(scene.id)).toEqual([]);
  });

  test("[FA19] a declared fact stays, and no extracted one of its kind stands beside it", async () => {
    await using scene = await read([answer(good)], ["decision: keep SQLite"]);
    await extractFacts(scene.store, scene.engine, scene.id);
    expect(await scene.store.facts(scene.id)).toMatchObject([{ origin: "declared", text: "keep SQLite" }]);
  });

  test.each(["I could not find anything.", "{", "[1, 2", '{"facts": "none"}', "```json\n{}\n```"])(
    "[FA22] the answer %j counts as read",
    async (text) => {
      await using scene = await read([text]);
      expect(await extractFacts(scene.store, scene.engine, scene.id)).toEqual({ until: 3, kept: 0 });
      expect(await scene.store.factReading(scene.id)).toBe(3);
    },
  );

  test("[FA22] a call that is cancelled leaves its stretch unread", async () => {
    const never = new Promise<string>(() => {});
    const stop = new AbortController();
    await using scene = await read(() => {
      stop.abort();
      return never;
    });
    const call = extractFacts(scene.store, scene.engine, scene.id, { signal: stop.signal });
    await expect(call).rejects.toMatchObject({ code: "CANCELLED" });
    expect(await scene.store.factReading(scene.id)).toBe(0);
  });
});
