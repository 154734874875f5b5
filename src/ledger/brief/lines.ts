import type { BranchEnd, Statement } from "../facts/branch-ends.ts";
import type { Candidate } from "../facts/candidate.ts";
import type { FactOrigin } from "../facts/fact.ts";
import type { Findings } from "../facts/follow-facts.ts";
import { cutter, type Part, withoutFiller } from "./cut.ts";
import { safeLine } from "./safe-line.ts";
import type { Rarity } from "./word-worth.ts";

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
  /** Its position within its thought. */
  readonly at?: number | undefined;
  readonly number: number;
  readonly branchId?: string | undefined;
  readonly origin: FactOrigin;
  /** Its text in at most `width` bytes, without its citation. */
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
/** A note of less weight gets no line. */
const LEAST_NOTE = -5;
/** Each further fact of a kind weighs a little less, so that no kind displaces the others. */
const REPEAT = 0.05;
/** Another fact of the same thought gets its own line from this weight on. */
const APART = 3;
const MOST_ITEMS = 8;
/** How much longer a line of several sentences may be. */
const SEVERAL = 1.1;
/** Each further item of a list is a fact of its own. */
const PER_ITEM = 0.25;
const MOST_WIDTHS = 2;

/** All lines of a brief, the most important first: goal and next step, then facts, branches and notes by weight. */
export function linesOf(found: Findings, isComplete: boolean): readonly Line[] {
  const { goal, candidates, branches, rarity } = found;
  const covered = new Set(branches.map((branch) => (evidenceOf(branch) ?? branch.last).text));
  const facts = groupsOf(
    candidates.filter(
      ({ kind, text, reason = text, weight }) =>
        !covered.has(text) && !covered.has(reason) && (kind !== "noted" || weight >= LEAST_NOTE),
    ),
  );
  const declared = new Set(candidates.filter(({ origin }) => origin === "declared").map(({ text }) => text));
  const [first, ...others] = facts.filter(({ head }) => head.kind === "next");
  const rest = facts.filter(({ head }) => head.kind !== "next");
  const ranked = [
    ...balanced([...others, ...rest]).map((group) => factLine(group, rarity)),
    ...branches.map((branch, index) => branchLine(branch, index, rarity, declared)),
  ].toSorted((a, b) => b.weight - a.weight || a.seq - b.seq);
  const begin: Line[] = goal ? [goalLine(goal, rarity)] : [];
  return [...begin, ...nextLines(found, first, isComplete), ...ranked];
}

function goalLine(goal: Statement, rarity: Rarity): Line {
  const cut = cutter([{ text: goal.text, weight: 1 }], rarity);
  return {
    ...goal,
    section: "goal",
    weight: 20,
    number: goal.thoughtNumber,
    origin: "inferred",
    text: (width) => safeLine(cut(Math.floor(2.8 * width)), 6 * width),
  };
}

/** The next step that the text states; otherwise that nothing is left, or how the last thought ends. */
function nextLines(found: Findings, first: Group | undefined, isComplete: boolean): Line[] {
  const { last, candidates, rarity } = found;
  if (first) return [factLine(first, rarity)];
  if (!last) return [];
  const at = { seq: last.seq, number: last.number, branchId: last.branchId };
  const base = { ...at, section: "next", weight: 19, origin: "inferred" } as const;
  if (isComplete) return [{ ...base, text: () => "None: the session is complete" }];
  const ending = candidates.filter(({ seq }) => seq === last.seq).at(-1);
  return ending ? [{ ...factLine({ head: ending, more: [] }, rarity), section: "next" }] : [];
}

/** A fact, and other statements of the same thought. */
interface Group {
  readonly head: Candidate;
  readonly more: readonly Candidate[];
}

/** Joins neighbouring sentences of a thought, and the items of a list, to one line with one citation. */
function groupsOf(candidates: readonly Candidate[]): readonly Group[] {
  const groups: { head: Candidate; more: Candidate[] }[] = [];
  const byThought = new Map<number, { head: Candidate; more: Candidate[] }[]>();
  for (const one of candidates) {
    const own = byThought.get(one.seq) ?? [];
    const group = own.find(({ head, more }) => belongs(one, head, more));
    if (group) group.more.push(one);
    else {
      const begun = { head: one, more: [] };
      groups.push(begun);
      byThought.set(one.seq, [...own, begun]);
    }
  }
  return groups;
}

function belongs(one: Candidate, head: Candidate, more: readonly Candidate[]): boolean {
  if (one.origin !== "inferred" || head.origin !== "inferred" || one.branchId !== head.branchId) return false;
  if (one.isItem || head.isItem)
    return one.isItem === head.isItem && one.kind === head.kind && more.length < MOST_ITEMS;
  // A hypothesis or a quotation does not share a line with a fact.
  if (one.mayState === false && one.kind !== "open") return false;
  const isApart =
    one.kind !== "noted" && one.kind !== head.kind && (one.weight >= APART || speaksForItself(head));
  return !isApart && one.weight > -1.5 && more.length < 2 && Math.abs(one.at - head.at) <= 2;
}

/** Whether a statement is clear without the sentence before it, as questions and next steps are. */
function speaksForItself({ kind, text, isItem }: Candidate): boolean {
  return !isItem && (kind === "next" || (kind === "open" && text.endsWith("?")));
}

function balanced(groups: readonly Group[]): Group[] {
  const counts = new Map<string, number>();
  return groups.map((group) => {
    const { kind, origin, weight } = group.head;
    const count = counts.get(kind) ?? 0;
    counts.set(kind, count + 1);
    return origin === "inferred"
      ? { ...group, head: { ...group.head, weight: weight - REPEAT * count } }
      : group;
  });
}

function factLine({ head, more }: Group, rarity: Rarity): Line {
  const { seq, at, number, branchId, origin, weight } = head;
  const parts = [
    ...[head, ...more.filter(({ isItem }) => isItem)].map((one) => ({ one, weight: 1 })),
    ...(speaksForItself(head) ? [] : more.filter(({ isItem }) => !isItem)).map((one) => ({
      one,
      weight: 0.6,
    })),
  ].toSorted((a, b) => a.one.at - b.one.at);
  return {
    section: SECTION[head.likely ?? head.kind],
    weight,
    seq,
    at,
    number,
    branchId,
    origin,
    text: cutTo(
      parts.flatMap(({ one, weight: own }) => partsOf(one, own)),
      rarity,
      head.isItem ? parts.length : 1,
    ),
  };
}

/** A statement, then its reason, then what it replaces. */
function partsOf(
  { text, reason, was, origin }: Pick<Candidate, "text" | "reason"> & Partial<Candidate>,
  weight: number,
): Part[] {
  return [
    { text: withoutFiller(text), weight },
    ...(reason === undefined ? [] : [{ text: reason, weight: 0.8 * weight, isReason: true }]),
    ...(was === undefined || origin === "inferred" ? [] : [{ text: `was: ${was}`, weight: 0.5 * weight }]),
  ];
}

function cutTo(parts: readonly Part[], rarity: Rarity, items = 1): (width: number) => string {
  const cut = cutter(parts, rarity);
  const share = Math.min(MOST_WIDTHS, (parts.length > 1 ? SEVERAL : 1) + PER_ITEM * (items - 1));
  return (width) => safeLine(cut(Math.floor(share * width)), 3 * width);
}

function evidenceOf({ branchId, evidence }: BranchEnd) {
  return evidence.find((one) => one.branchId === branchId) ?? evidence.at(-1);
}

/** How a branch ended, in the words of the session, which may be declared. */
function branchLine(branch: BranchEnd, index: number, rarity: Rarity, declared: ReadonlySet<string>): Line {
  const { branchId, from, fate, last } = branch;
  const at = evidenceOf(branch) ?? last;
  const name = safeLine(branchId, 40);
  const head =
    fate === "dropped" ? `Branch ${name}, from #${from ?? "?"}` : `${name}, from #${from ?? "?"}, ${fate}`;
  const cut = cutTo(partsOf(at, 1), rarity);
  return {
    section: fate === "dropped" ? "dropped" : "branches",
    weight: Math.max(1, (fate === "open" ? 5 : 6) - index * 0.2),
    seq: at.seq,
    number: at.thoughtNumber,
    branchId: at.branchId,
    origin: declared.has(at.text) ? "declared" : "inferred",
    text: (width) => `${head}: ${cut(width)}`,
  };
}
