import type { BranchEnd } from "./branch-ends.ts";
import type { Fact } from "./fact.ts";
import { shared, topicOf } from "./words.ts";

/** Words that make a decision about what it does not name first: "no cache", "Postgres instead of Redis". */
const AGAINST = /\b(?:no|not|never|without|instead|rather|over|than|drop|remove|stop|avoid)\b/i;

/** The ends of branches, with what authors declared about them: a declared fact wins over an inferred end. */
export function withDeclaredEnds(
  ends: readonly BranchEnd[],
  declared: readonly Fact[],
): readonly BranchEnd[] {
  const facts = declared.filter(
    ({ kind, origin, replacedBy }) =>
      origin === "declared" && replacedBy === undefined && (kind === "dead_end" || kind === "decision"),
  );
  if (facts.length === 0) return ends;
  return ends.map((end) => facts.reduce(applied, end));
}

function applied(end: BranchEnd, fact: Fact): BranchEnd {
  const isOwn = fact.branchId === end.branchId;
  const isNamed = names(fact.text, end.branchId);
  if (fact.kind === "dead_end") {
    // A branch may also rule out a part of what it tries; its last thought speaks of the whole.
    if (isNamed || (isOwn && fact.seq === end.last.seq)) return ended(end, "dropped", fact);
    return end;
  }
  const isOlder = end.evidence.every(({ seq }) => seq < fact.seq);
  const isTaken = !isOwn && isNamed && isOlder && !AGAINST.test(fact.text);
  return isTaken ? ended(end, "won", fact) : end;
}

function ended(end: BranchEnd, fate: "won" | "dropped", fact: Fact): BranchEnd {
  if (end.fate === fate) return end;
  const { text, reason, seq, thoughtNumber, branchId } = fact;
  return { ...end, fate, sign: undefined, evidence: [{ text, reason, seq, thoughtNumber, branchId }] };
}

/** Whether a text has all words of a branch's name, and few others before they would be beside the point. */
function names(text: string, branchId: string): boolean {
  const name = topicOf(branchId.slice(0, 200).replace(/[^\p{L}\p{N}]+/gu, " "));
  const topic = topicOf(text.replace(/[-_]+/g, " "));
  if (name.size === 0) return text.trim().toLowerCase() === branchId.toLowerCase();
  return shared(topic, name) === name.size && topic.size <= 2 * name.size + 2;
}
