import { expect, test } from "vitest";
import { similarChanges } from "./word-changes.tsx";

test("[WB34] word changes are shown only where at least 60% of the text is kept", () => {
  const before = "The cache is cold at start because nobody warms it.";
  const changes = similarChanges(before, "The cache is cold at start because the job warms it.");
  expect(changes?.flatMap(({ kind, parts }) => (kind === "added" ? [parts.join("").trim()] : []))).toEqual([
    "the job",
  ]);
  expect(
    similarChanges(before, "The cache is cold, and a completely different reason was found."),
  ).toBeUndefined();
  expect(similarChanges(before, "No.")).toBeUndefined();
  expect(similarChanges("x".repeat(70_000), "x".repeat(70_000))).toBeUndefined();
});
