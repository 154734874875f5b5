import type { BranchEnd } from "../facts/branch-ends.ts";
import type { Candidate } from "../facts/candidate.ts";
import type { Goal } from "../facts/direction.ts";
import type { FactOrigin } from "../facts/fact.ts";
import type { Findings } from "../facts/follow-facts.ts";
import type { Weights } from "../facts/read-weights.ts";
import { cutter, type Part, withoutFiller } from "./cut.ts";
import { safeLine } from "./safe-line.ts";
import { type Scale, standingOf, wordWeights } from "./word-worth.ts";

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
/** A thought of at most so many characters has one line. */
const SHORT = 260;
/** Of a longer one, how many sentences or items share a line, how far apart they are, and how plain another kind is. */
const MOST_SENTENCES = 2;
const MOST_ITEMS = 8;
const REACH = 2;
const APART = 3;
/** How much less another line of a thought weighs. */
const SECOND = 1.5;
/** A sentence that the session repeats says nothing beside another one. */
const NOISE = 3;
/** How much the sentence that says how a branch ended weighs more than those around it. */
const VERDICT = 3;
/** How wide the goal is, and how much the sentence that states it weighs more than those around it. */
const GOAL_WIDTHS = 2.2;
const AIM = 1.5;
/** How much it weighs that a line is short, the length from which lines are cut, and that of a citation. */
const BY_ROOM = 1;
const USUAL_ROOM = 100;
const CITATION = 10;
/** How much longer a line of several sentences may be. */
const SEVERAL = 1.1;
/** Each further item of a list is a fact of its own. */
const PER_ITEM = 0.25;
const MOST_WIDTHS = 2;

/** All lines of a brief, the most important first: goal and next step, then facts, branches and notes by weight. */
export function linesOf(
  found: Findings,
  isComplete: boolean,
  weights: Weights = wordWeights(),
): readonly Line[] {
  const { goal, candidates, branches } = found;
  const scale = { rarity: found.rarity, weights };
  const elsewhere = new Set(
    branches
      .map((branch) => ({ branch, at: evidenceOf(branch) ?? branch.last }))
      .flatMap(({ branch, at }) => (at.branchId === branch.branchId ? [] : [at.text])),
  );
  const groups = groupsOf(
    candidates.filter(
      ({ kind, weight, text, reason = text }) =>
        (kind !== "noted" || weight >= LEAST_NOTE) && !elsewhere.has(text) && !elsewhere.has(reason),
    ),
  );
  const declared = new Set(candidates.filter(({ origin }) => origin === "declared").map(({ text }) => text));
  const ends = branches.map((branch, index) => {
    const { seq, text } = evidenceOf(branch) ?? branch.last;
    // A declared fact may have taken the place of the statement.
    const group = groups.find(
      ({ head, more }) =>
        head.seq === seq &&
        head.origin === "inferred" &&
        head.branchId === branch.branchId &&
        [head, ...more].some((one) => one.text === text || one.reason === text),
    );
    return { group, line: branchLine(branch, group, index, scale, declared) };
  });
  const shown = new Set(ends.map(({ group }) => group));
  const facts = groups.filter((group) => !shown.has(group));
  const [first, ...others] = facts.filter(({ head }) => head.kind === "next");
  const rest = facts.filter(({ head }) => head.kind !== "next");
  const ranked = [
    ...balanced([...others, ...rest]).map((group) => factLine(group, scale)),
    ...ends.map(({ line }) => line),
  ].toSorted((a, b) => b.weight - a.weight || a.seq - b.seq);
  const begin: Line[] = goal ? [goalLine(goal, scale)] : [];
  return [...begin, ...nextLines(found, first, isComplete, scale), ...ranked];
}

function goalLine({ text, sentences, ...at }: Goal, scale: Scale): Line {
  const parts = sentences.map((one, index) => ({
    text: one,
    weight: text.includes(one) ? AIM : 1,
    standing: standingOf(index, sentences.length),
  }));
  const cut = cutter(parts, scale);
  return {
    seq: at.seq,
    section: "goal",
    weight: 20,
    number: at.thoughtNumber,
    branchId: at.branchId,
    origin: "inferred",
    text: (width) => safeLine(cut(Math.floor(GOAL_WIDTHS * width)), 6 * width),
  };
}

/** The next step that the text states; otherwise that nothing is left, or how the last thought ends. */
function nextLines(found: Findings, first: Group | undefined, isComplete: boolean, scale: Scale): Line[] {
  const { last, candidates } = found;
  if (first) return [factLine(first, scale)];
  if (!last) return [];
  const at = { seq: last.seq, number: last.number, branchId: last.branchId };
  const base = { ...at, section: "next", weight: 19, origin: "inferred" } as const;
  if (isComplete) return [{ ...base, text: () => "None: the session is complete" }];
  const ending = candidates.filter(({ seq }) => seq === last.seq).at(-1);
  return ending ? [{ ...factLine({ head: ending, more: [] }, scale), section: "next" }] : [];
}

/** A fact, and other statements of the same thought. */
interface Group {
  readonly head: Candidate;
  readonly more: readonly Candidate[];
}

/** Joins the sentences of a thought to one line with one citation; of a long thought, only neighbours. */
function groupsOf(candidates: readonly Candidate[]): readonly Group[] {
  const groups: { head: Candidate; more: Candidate[] }[] = [];
  const byThought = new Map<number, { head: Candidate; more: Candidate[] }[]>();
  for (const one of candidates) {
    const own = byThought.get(one.seq) ?? [];
    const isNoise = one.kind === "noted" && one.isRoutine === true;
    const group = isNoise ? undefined : own.find(({ head, more }) => belongs(one, head, more));
    if (group) group.more.push(one);
    else {
      const isSecond = own.some(({ head }) => head.origin === "inferred");
      const less = (isSecond ? SECOND : 0) + (isNoise ? NOISE : 0);
      const begun = { head: { ...one, weight: one.weight - less }, more: [] };
      groups.push(begun);
      byThought.set(one.seq, [...own, begun]);
    }
  }
  return groups;
}

function belongs(one: Candidate, head: Candidate, more: readonly Candidate[]): boolean {
  if (one.origin !== "inferred" || head.origin !== "inferred" || one.branchId !== head.branchId) return false;
  // A hypothesis or a quotation does not share a line with a fact.
  if (one.mayState === false && one.kind !== "open") return false;
  if (one.isItem !== head.isItem) return false;
  if (one.isItem === true && one.kind === head.kind) return more.length < MOST_ITEMS;
  // What is to be done next is looked for in a section of its own.
  const isNext = [one, head].filter(({ kind }) => kind === "next").length === 1;
  const areStated = one.kind !== "noted" && head.kind !== "noted";
  if (isNext && areStated && Math.max(plainOf(one), plainOf(head)) >= APART) return false;
  const isShort = [one, head, ...more].reduce((sum, each) => sum + lengthOf(each), 0) <= SHORT;
  if (isShort) return true;
  const isApart =
    one.kind !== "noted" &&
    one.kind !== head.kind &&
    (plainOf(one) >= APART || speaksForItself(head) || speaksForItself(one));
  return !isApart && more.length < MOST_SENTENCES && Math.abs(one.at - head.at) <= REACH;
}

/** Whether a statement is clear without the sentence before it, as questions and next steps are. */
function speaksForItself({ kind, text }: Candidate): boolean {
  return kind === "next" || (kind === "open" && text.endsWith("?"));
}

function plainOf({ plain = 0 }: Candidate): number {
  return plain;
}

function lengthOf({ text, reason = "" }: Candidate): number {
  return text.length + reason.length;
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

function factLine(group: Group, scale: Scale): Line {
  const { seq, at, number, branchId, origin, weight, likely, kind } = group.head;
  return {
    section: SECTION[likely ?? kind],
    weight: origin === "inferred" ? weight + BY_ROOM * roomOf(group) : weight,
    seq,
    at,
    number,
    branchId,
    origin,
    text: cutGroup(group, scale),
  };
}

/** How much less room a line takes than most, as a logarithm: for the same room there are two short lines. */
function roomOf({ head, more }: Group): number {
  const length = [head, ...more].reduce((sum, one) => sum + lengthOf(one), 0);
  return Math.log(USUAL_ROOM / (CITATION + Math.min(length, USUAL_ROOM)));
}

/** The sentences of a group in their order, cut to a width. */
function cutGroup({ head, more }: Group, scale: Scale, verdict?: string): (width: number) => string {
  const parts = [head, ...more]
    .toSorted((a, b) => a.at - b.at)
    .flatMap((one) => {
      const isVerdict = verdict !== undefined && (one.text === verdict || one.reason === verdict);
      return partsOf(one).map((part) => (isVerdict ? { ...part, weight: VERDICT * part.weight } : part));
    });
  return cutTo(parts, scale, head.isItem ? more.length + 1 : 1);
}

/** A statement, then its reason, then what it replaces. */
function partsOf({
  text,
  reason,
  was,
  origin,
}: Pick<Candidate, "text" | "reason"> & Partial<Candidate>): Part[] {
  return [
    { text: withoutFiller(text), weight: 1 },
    ...(reason === undefined ? [] : [{ text: reason, weight: 1, isReason: true }]),
    ...(was === undefined || origin === "inferred" ? [] : [{ text: `was: ${was}`, weight: 0.5 }]),
  ];
}

function cutTo(parts: readonly Part[], scale: Scale, items = 1): (width: number) => string {
  const cut = cutter(
    parts.map((part, index) => ({ ...part, standing: standingOf(index, parts.length) })),
    scale,
  );
  const share = Math.min(MOST_WIDTHS, (parts.length > 1 ? SEVERAL : 1) + PER_ITEM * (items - 1));
  return (width) => safeLine(cut(Math.floor(share * width)), 3 * width);
}

function evidenceOf({ branchId, evidence, sign }: BranchEnd) {
  return sign ?? evidence.find((one) => one.branchId === branchId) ?? evidence.at(-1);
}

/** How a branch ended, in the words of the session, which may be declared. */
function branchLine(
  branch: BranchEnd,
  group: Group | undefined,
  index: number,
  scale: Scale,
  declared: ReadonlySet<string>,
): Line {
  const { branchId, from, fate, last } = branch;
  const at = evidenceOf(branch) ?? last;
  const name = safeLine(branchId, 40);
  const head =
    fate === "dropped" ? `Branch ${name}, from #${from ?? "?"}` : `${name}, from #${from ?? "?"}, ${fate}`;
  const cut = group ? cutGroup(group, scale, at.text) : cutTo(partsOf(at), scale);
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
