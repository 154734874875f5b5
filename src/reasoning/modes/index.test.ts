import { expect, test } from "vitest";
import { authorOf, modelScene } from "../../../test/support/model-scene.ts";
import { reasonIn, reasoningModes } from "./index.ts";

const decision = { options: ["a", "b"], criteria: ["x"], scores: [[1], [2]] };

test("[RT5] a repeat with the same key returns the first answer, whatever else it contains, and writes nothing", async () => {
  const version = (confidence: number) => JSON.stringify({ thought: "So.", confidence });
  await using scene = await modelScene([version(0.1), "Not so.", version(0.9)]);
  const { store, engine, server } = scene;
  const author = authorOf("s", "key");
  const first = await reasonIn("reflection", store, engine, author, { content: "Why?" });
  const position = await store.position();
  for (const mode of reasoningModes)
    expect(await reasonIn(mode, store, engine, author, decision)).toEqual(first);
  expect(await store.position()).toBe(position);
  expect(server.requests).toHaveLength(3);
});

test("[RT5] a failed call does not use up its key", async () => {
  await using scene = await modelScene([{ status: 400 }]);
  const { store, engine } = scene;
  const author = authorOf(undefined, "key");
  await expect(reasonIn("tree", store, engine, author, { content: "Why?" })).rejects.toMatchObject({
    code: "ENGINE_REFUSED",
  });
  expect(await reasonIn("decision", store, engine, author, decision)).toMatchObject({ winner: "b" });
});
