import { expect, test } from "vitest";
import { compareFacts } from "./compare-facts.ts";
import type { Fact } from "./facts/fact.ts";
import type { Facts } from "./facts/facts-of.ts";

const decided = (...texts: readonly string[]): Facts => ({
  decisions: texts.map(
    (text, index): Fact => ({
      kind: "decision",
      text,
      seq: index + 1,
      thoughtNumber: index + 1,
      origin: "inferred",
    }),
  ),
  deadEnds: [],
  open: [],
  answered: [],
  next: [],
  outcome: [],
  branches: [],
});

test("[LF16] revisions are compared by what they say, not by what they correct", () => {
  const { conflicts } = compareFacts(
    decided("Corrects #7: ClickHouse takes 480,000 rows/s on one machine.", "Use Postgres for the queue."),
    decided("Corrects #3: Heap or not?", "Use Redis for the queue."),
  );
  expect(conflicts.map(({ a, b }) => [a.text, b.text])).toEqual([
    ["Use Postgres for the queue.", "Use Redis for the queue."],
  ]);
});
