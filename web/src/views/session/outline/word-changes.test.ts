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
  expect(similarChanges("The cache is cold.", "The **cache** is `cold`.")).toBeUndefined();
  expect(similarChanges("x".repeat(70_000), "x".repeat(70_000))).toBeUndefined();
});

test("[WB34] a word diff has no Markdown syntax", () => {
  const changes = similarChanges(
    "The index on `invoice.customer_id` was gone, and the pool ran dry in four minutes.",
    "The index on `invoice.customer_id` was gone, and the pool ran dry in **six** minutes.",
  );
  expect(changes?.map(({ kind, parts }) => `${kind}: ${parts.join("").trim()}`)).toEqual([
    "kept: The index on invoice.customer_id was gone, and the pool ran dry in",
    "removed: four",
    "added: six",
    "kept: minutes.",
  ]);
});
