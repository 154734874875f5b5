import type { BranchEnd } from "../facts/branch-ends.ts";
import type { Candidate } from "../facts/candidate.ts";
import type { FactOrigin } from "../facts/fact.ts";
import type { Findings } from "../facts/follow-facts.ts";
import { cutAround, spansOf, withoutFiller } from "./cut.ts";
import { safeLine } from "./safe-line.ts";

/** The parts of a brief, in its order. */
export type Section =
  | "goal"
  | "decided"
  | "dropped"
  | "open"
  | "answered"
  | "branches"
  | "noted"
  | "outcome"
  | "next";

/** A line of a brief before it is cut to a width. */
export interface Line {
  readonly section: Section;
  readonly weight: number;
  readonly seq: number;
  /** Its place within its thought. */
  readonly at?: number | undefined;
  readonly number: number;
  readonly branchId?: string | undefined;
  readonly origin: FactOrigin;
  /** Its text in at most so many bytes, without its citation. */
  readonly text: (width: number) => string;
}

const SECTION: Readonly<Record<Candidate["kind"], Section>> = {
  decision: "decided",
  dead_end: "dropped",
  open: "open",
  answered: "answered",
  next: "next",
  outcome: "outcome",
  noted: "noted",
};
/** A note of less weight is not worth a line. */
const LEAST_NOTE = -2.2;
/** Each further fact of a kind weighs a little less, so that no kind crowds out the others. */
const REPEAT = 0.05;

/** All lines of a brief, the most important first: goal and next step, then facts, branches and notes by weight. */
export function linesOf(found: Findings, isComplete: boolean): readonly Line[] {
  const { goal, candidates, branches } = found;
  const covered = new Set(branches.map((branch) => (evidenceOf(branch) ?? branch.last).text));
  const facts = candidates.filter(
    ({ kind, text, reason = text, weight }) =>
      !covered.has(text) && !covered.has(reason) && (kind !== "noted" || weight >= LEAST_NOTE),
  );
  const [first, ...others] = facts.filter(({ kind }) => kind === "next");
  const rest = facts.filter(({ kind }) => kind !== "next");
  const ranked = [
    ...balanced([...others, ...rest]).map(factLine),
    ...branches.map((branch, index) => branchLine(branch, index)),
  ].toSorted((a, b) => b.weight - a.weight || a.seq - b.seq);
  const begin: Line[] = goal
    ? [
        {
          ...goal,
          section: "goal",
          weight: 20,
          number: goal.thoughtNumber,
          origin: "inferred",
          text: (width) => safeLine(cutAround(goal.text, spansOf(goal.text), 2 * width), 6 * width),
        },
      ]
    : [];
  return [...begin, ...nextLines(found, first, isComplete), ...ranked];
}

/** What the text says is left; else that nothing is, or how the last thought ends. */
function nextLines(found: Findings, first: Candidate | undefined, isComplete: boolean): Line[] {
  const { last, candidates } = found;
  if (first) return [factLine(first)];
  if (!last) return [];
  const at = { seq: last.seq, number: last.number, branchId: last.branchId };
  const base = { ...at, section: "next", weight: 19, origin: "inferred" } as const;
  if (isComplete) return [{ ...base, text: () => "None: the session is complete" }];
  const ending = candidates.filter(({ seq }) => seq === last.seq).at(-1);
  return ending ? [{ ...factLine(ending), section: "next" }] : [];
}

function balanced(candidates: readonly Candidate[]): Candidate[] {
  const counts = new Map<string, number>();
  return candidates.map((one) => {
    const count = counts.get(one.kind) ?? 0;
    counts.set(one.kind, count + 1);
    return one.origin === "inferred" ? { ...one, weight: one.weight - REPEAT * count } : one;
  });
}

function factLine(one: Candidate): Line {
  const { seq, at, number, branchId, origin, weight } = one;
  return {
    section: SECTION[one.kind],
    weight,
    seq,
    at,
    number,
    branchId,
    origin,
    text: (width) => cut(one, width),
  };
}

/** A statement and its reason, each cut around what matters. */
function cut({ text, reason }: Pick<Candidate, "text" | "reason">, width: number): string {
  const whole = withoutFiller(text);
  if (reason === undefined) return safeLine(cutAround(whole, spansOf(whole), width), 3 * width);
  const most = Math.floor(width * 1.4);
  const head = cutAround(
    whole,
    spansOf(whole),
    Math.max(Math.floor(most * 0.55), most - Buffer.byteLength(reason)),
  );
  const tail = cutAround(
    reason,
    spansOf(reason),
    Math.max(Math.floor(most * 0.45), most - Buffer.byteLength(whole)),
  );
  const joined = /[.!?:;,…]$/.test(head) || /^(?:because|since|as|so)\b/i.test(tail) ? " " : ": ";
  return safeLine(`${head}${joined}${tail}`, 3 * width);
}

function evidenceOf({ branchId, evidence }: BranchEnd) {
  return evidence.find((one) => one.branchId === branchId) ?? evidence.at(-1);
}

/** How a branch ended, in the words that say so. */
function branchLine(branch: BranchEnd, index: number): Line {
  const { branchId, from, fate, last } = branch;
  const at = evidenceOf(branch) ?? last;
  const name = safeLine(branchId, 40);
  const head =
    fate === "dropped" ? `Branch ${name}, from #${from ?? "?"}` : `${name}, from #${from ?? "?"}, ${fate}`;
  return {
    section: fate === "dropped" ? "dropped" : "branches",
    weight: Math.max(1, (fate === "open" ? 3.4 : 4.4) - index * 0.1),
    seq: at.seq,
    number: at.thoughtNumber,
    branchId: at.branchId,
    origin: "inferred",
    text: (width) => `${head}: ${cut(at, width)}`,
  };
}
