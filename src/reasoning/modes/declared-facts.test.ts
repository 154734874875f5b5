import { expect, test } from "vitest";
import { authorOf, modelScene, promptOf } from "../../../test/support/model-scene.ts";
import type { RecordedRequest } from "../../testing/index.ts";
import { reasonIn } from "./index.ts";

test("[FA15] a decision declares its choice, and a later one on the same question replaces it", async () => {
  await using scene = await modelScene([]);
  const order = { content: "Keep it or rewrite it?", options: ["keep", "rewrite"], criteria: ["speed"] };
  const decide = (scores: number[][]) =>
    reasonIn("decision", scene.store, undefined, authorOf("d"), { ...order, scores });
  await decide([[1], [2]]);
  await decide([[3], [1]]);
  expect(await scene.store.facts("d")).toMatchObject([
    { kind: "decision", text: "Keep it or rewrite it? → rewrite", replacedBy: 4 },
    {
      kind: "decision",
      text: "Keep it or rewrite it? → keep",
      reason: expect.stringMatching(/^its weighted sum is [\d.]+ ahead of rewrite$/),
      was: "Keep it or rewrite it? → rewrite",
      origin: "declared",
    },
  ]);
});

test("[FA15] a tree declares its verdict, and the approaches that lost as dead ends", async () => {
  const approaches = [
    { name: "Cache first", idea: "Near." },
    { name: "Shard it", idea: "Split." },
  ];
  await using scene = await modelScene((request: RecordedRequest) => {
    const { system } = promptOf(request);
    if (system.includes('"approaches"')) return JSON.stringify({ approaches });
    if (system.includes('"winner"'))
      return JSON.stringify({ winner: "cache-first", verdict: "It is the cheapest.", confidence: 0.7 });
    return JSON.stringify({ thought: "About it.", confidence: 0.6 });
  });
  const { store, engine } = scene;
  await reasonIn("tree", store, engine, authorOf("t"), { content: "How do we survive?", branches: 2 });
  expect(await store.facts("t")).toMatchObject([
    { kind: "decision", text: "How do we survive? → Cache first", reason: "It is the cheapest." },
    { kind: "dead_end", text: "Shard it", reason: "Cache first was chosen" },
  ]);
});

test("[FA15] divergent declares what perspectives agree on and what stays open; reflection its answer", async () => {
  const view = (name: string) => ({ name, assumption: `${name} is needed`, thought: `Do without ${name}.` });
  const perspectives = ["The office", "A deadline", "One team", "A plan"].map(view);
  const answer = JSON.stringify({ perspectives, agree: "Ship something small.", disagree: "Who decides." });
  await using scene = await modelScene([
    answer,
    '{"thought": "Yes.", "confidence": 0.1}',
    "No.",
    '{"thought": "Only on\\nSundays.", "confidence": 0.9}',
  ]);
  const { store, engine } = scene;
  await reasonIn("divergent", store, engine, authorOf("v"), { content: "How do we work?" });
  expect(await store.facts("v")).toMatchObject([
    { kind: "outcome", text: "Ship something small." },
    { kind: "open", text: "Who decides." },
  ]);
  await reasonIn("reflection", store, engine, authorOf("r"), { content: "Do we rest?" });
  expect(await store.facts("r")).toMatchObject([{ kind: "outcome", text: "Only on Sundays.", seq: 2 }]);
});
