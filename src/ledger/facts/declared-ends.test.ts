import { expect, test } from "vitest";
import type { BranchEnd } from "./branch-ends.ts";
import { withDeclaredEnds } from "./declared-ends.ts";
import type { Fact } from "./fact.ts";

const end = (branchId: string, lastSeq: number, fate: BranchEnd["fate"] = "open"): BranchEnd => ({
  branchId,
  thoughts: 1,
  fate,
  evidence: [],
  last: { text: "", seq: lastSeq, thoughtNumber: lastSeq, branchId },
});
const droppedAt = (branchId: string, seq: number): BranchEnd => ({
  ...end(branchId, seq, "dropped"),
  evidence: [{ text: "We took it out again.", seq, thoughtNumber: seq }],
});
const fact = (kind: Fact["kind"], text: string, seq: number, more: Partial<Fact> = {}): Fact => ({
  kind,
  text,
  seq,
  thoughtNumber: seq,
  origin: "declared",
  ...more,
});
const fates = (ends: readonly BranchEnd[], ...facts: readonly Fact[]) =>
  withDeclaredEnds(ends, facts).map(({ fate }) => fate);

test("[FI17] a declared dead end drops the branch that it names, and the branch that it ends", () => {
  const ends = [end("price-cache", 4, "won"), end("bge-base", 6)];
  expect(fates(ends, fact("dead_end", "The price cache", 9))).toEqual(["dropped", "open"]);
  expect(fates(ends, fact("dead_end", "too slow", 6, { branchId: "bge-base" }))).toEqual(["won", "dropped"]);
  expect(fates(ends, fact("dead_end", "int8 weights", 5, { branchId: "bge-base" }))).toEqual(["won", "open"]);
  expect(withDeclaredEnds(ends, [fact("dead_end", "bge-base", 9, { reason: "p95" })])[1]).toMatchObject({
    evidence: [{ text: "bge-base", reason: "p95", seq: 9 }],
  });
});

test("[FI18] a declared decision that names a branch lets it win, unless later words drop it", () => {
  const ends = [end("small-e5", 4), droppedAt("redis", 12)];
  expect(fates(ends, fact("decision", "use small-e5 for search", 9))).toEqual(["won", "dropped"]);
  expect(fates(ends, fact("decision", "use redis", 9))).toEqual(["open", "dropped"]);
  expect(fates(ends, fact("decision", "use redis", 13))).toEqual(["open", "won"]);
  expect(fates(ends, fact("decision", "no small-e5", 9))).toEqual(["open", "dropped"]);
  expect(fates(ends, fact("decision", "use small-e5", 9, { replacedBy: 10 }))).toEqual(["open", "dropped"]);
});
