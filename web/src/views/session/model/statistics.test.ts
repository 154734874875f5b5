import { expect, test } from "vitest";
import { type Analysis, statisticsOf } from "./statistics.ts";

const analysis = (duration: number): Analysis => ({
  metadata: { thoughtCount: 14, branchCount: 2, revisionCount: 1, duration, createdAt: "" },
  structure: { linearityScore: 0.79, revisionRate: 0.0714, maxDepth: 2, thoughtDensity: 160.704 },
  quality: { critiqueRequests: 1, hasConvergence: true, isComplete: false },
  definitions: {} as Analysis["definitions"],
});
const shown = (duration: number) =>
  Object.fromEntries(statisticsOf(analysis(duration)).map(({ name, value }) => [name, value]));

test("[WB39] statistics are rounded and have units; a pace needs a minute", () => {
  expect(shown(120_000)).toMatchObject({
    Thoughts: "14",
    Duration: "2 min",
    Pace: "161 thoughts/min",
    "Revision rate": "7%",
    Linearity: "0.8",
    "Branches merged": "yes",
    Complete: "no",
  });
  expect(shown(1_100)).not.toHaveProperty("Pace");
});
