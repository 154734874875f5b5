import type { Thought } from "../thought.ts";
import type { BranchEnd, Statement } from "./branch-ends.ts";
import type { Candidate } from "./candidate.ts";
import type { Fact, FactKind } from "./fact.ts";
import { type FactOptions, type Findings, followFacts } from "./follow-facts.ts";

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

/** How many facts of a kind are returned, the weightiest. */
const MOST = 100;
/** After this many characters of thoughts the event loop gets a turn. */
const STRETCH = 40_000;

/** Reads a session once, in order, and returns its facts. `declared` and extracted facts win over inferred ones. */
export async function factsOf(
  thoughts: Iterable<Thought> | AsyncIterable<Thought>,
  declared: readonly Fact[] = [],
  options: FactOptions = {},
): Promise<Facts> {
  const { goal, candidates, branches } = await findFacts(thoughts, declared, options);
  const kind = (wanted: FactKind): readonly Fact[] =>
    candidates
      .filter((one) => one.kind === wanted)
      .slice(0, MOST)
      .toSorted((a, b) => a.seq - b.seq || a.at - b.at)
      .map((one) => asFact(one, wanted));
  return {
    goal,
    decisions: kind("decision"),
    deadEnds: kind("dead_end"),
    open: kind("open"),
    answered: kind("answered"),
    next: kind("next"),
    outcome: kind("outcome"),
    branches,
  };
}

/** Reads a session once, in order, with turns for the event loop on the way. */
export async function findFacts(
  thoughts: Iterable<Thought> | AsyncIterable<Thought>,
  declared: readonly Fact[] = [],
  options: FactOptions = {},
): Promise<Findings> {
  const reader = followFacts(declared, options);
  let read = 0;
  for await (const thought of thoughts) {
    reader.see(thought);
    read += 500 + Math.min(thought.content.length, 20_000);
    if (read < STRETCH) continue;
    read = 0;
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  return reader.findings();
}

function asFact(one: Candidate, kind: FactKind): Fact {
  return {
    kind,
    text: one.text,
    ...(one.reason === undefined || one.reason === one.was ? {} : { reason: one.reason }),
    seq: one.seq,
    thoughtNumber: one.number,
    ...(one.branchId === undefined ? {} : { branchId: one.branchId }),
    origin: one.origin,
    ...(one.was === undefined ? {} : { was: one.was }),
  };
}
