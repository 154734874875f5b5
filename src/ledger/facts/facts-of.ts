import { digest } from "../brief/digest.ts";
import type { Thought } from "../thought.ts";
import type { BranchFate, Fact } from "./fact.ts";

/** A statement in a thought: its text and where it stands. */
export interface Statement {
  readonly text: string;
  readonly seq: number;
  readonly thoughtNumber: number;
  readonly branchId?: string | undefined;
}

/** A branch, how it ended, and the statements that say so. */
export interface BranchEnd {
  readonly branchId: string;
  readonly from?: number | undefined;
  readonly thoughts: number;
  readonly fate: BranchFate;
  /** Empty if nothing says how the branch ended; then it is `open`. */
  readonly evidence: readonly Statement[];
  /** The last sentence of its last thought. */
  readonly last: Statement;
}

/** What a session says: the facts of each kind in order of their thoughts, and how its branches ended. */
export interface Facts {
  readonly goal?: Statement | undefined;
  readonly decisions: readonly Fact[];
  readonly deadEnds: readonly Fact[];
  readonly open: readonly Fact[];
  readonly answered: readonly Fact[];
  readonly next: readonly Fact[];
  readonly outcome: readonly Fact[];
  readonly branches: readonly BranchEnd[];
}

/** Reads a session once, in order, and returns its facts. `declared` and extracted facts win over inferred ones. */
export async function factsOf(
  thoughts: Iterable<Thought> | AsyncIterable<Thought>,
  declared: readonly Fact[] = [],
): Promise<Facts> {
  const found = await digest(thoughts);
  const facts = (kind: Fact["kind"], findings: readonly (typeof found.decided)[number][]): readonly Fact[] =>
    [
      ...findings.map(({ text, seq, number, branchId }) => ({
        kind,
        text,
        seq,
        thoughtNumber: number,
        ...(branchId === undefined ? {} : { branchId }),
        origin: "inferred" as const,
      })),
      ...declared.filter((fact) => fact.kind === kind),
    ].toSorted((a, b) => a.seq - b.seq);
  const fates = { open: "open", merged: "won", dropped: "dropped" } as const;
  return {
    goal: found.goal && {
      text: found.goal.text,
      seq: found.goal.seq,
      thoughtNumber: found.goal.number,
      branchId: found.goal.branchId,
    },
    decisions: facts("decision", found.decided),
    deadEnds: facts("dead_end", found.dropped),
    open: facts("open", found.open),
    answered: facts("answered", []),
    next: facts("next", found.next ? [found.next] : []),
    outcome: facts("outcome", []),
    branches: found.branches.map(({ name, from, thoughts: count, fate, verdict, last }) => ({
      branchId: name,
      from,
      thoughts: count,
      fate: verdict || fate !== "dropped" ? fates[fate] : "open",
      evidence: verdict ? [{ text: verdict.sentence, seq: verdict.seq, thoughtNumber: verdict.number }] : [],
      last: { text: last.sentence, seq: last.seq, thoughtNumber: last.number, branchId: name },
    })),
  };
}
