import type { BranchEnd, Statement } from "./branch-ends.ts";
import type { Candidate } from "./candidate.ts";
import type { Course } from "./course.ts";
import type { Fact, FactKind } from "./fact.ts";
import type { Features } from "./features.ts";
import type { Weights } from "./read-weights.ts";
import { placed } from "./salience.ts";
import { shared, topicOf } from "./words.ts";

/** What the end of a session says about its candidates. */
export interface Ending {
  readonly declared: readonly Fact[];
  readonly branches: readonly BranchEnd[];
  readonly lastSeq: number;
  /** The last thought said that no more are needed. */
  readonly isFinal: boolean;
  readonly goal?: Statement | undefined;
  readonly routine: (runs: readonly number[]) => number;
  readonly rarity: (stem: string) => number;
  readonly isAnswered: (question: Candidate) => boolean;
  /** What the other thoughts say about one. */
  readonly weights: Weights;
  readonly courseOf: (course: Course | undefined) => Features;
}

/** How many candidates are compared with each other, and how many are returned. */
const COMPARED = 400;
/** The weight of a candidate is made of the odds that its passage states a fact and of what its kind says. */
const BY_KIND = 0.15;
const BY_ODDS = 1;
/** From these odds on a statement of no kind is taken for what it most likely is. */
const LEAST_ODDS = -0.3;
/** What was declared comes before everything else, and what was extracted before what is inferred. */
const TRUST = { declared: 1000, extracted: 500, inferred: 0 } as const;
/** In a shorter session the place of a thought says little about what it is. */
const SHORT = 12;
/** A sentence is routine if the session repeats more than this share of its runs of words. */
const ROUTINE = 0.3;
/** From this part of a session on it may say how it came out. */
const ENDING = 0.8;
/** A kind that the words say as plainly as this is not questioned. */
const PLAIN = 2.8;

/** Weighs candidates by what came later, merges those that say the same, and returns the weightiest first. */
export function mergeCandidates(candidates: readonly Candidate[], ending: Ending): readonly Candidate[] {
  const aim = topicOf(ending.goal?.text ?? "");
  const fates = new Map(ending.branches.map(({ branchId, fate }) => [branchId, fate]));
  const ends = new Set(ending.branches.map(({ last }) => last.seq));
  const goalSeq = ending.goal?.seq;
  const evidence = new Set(
    ending.branches.flatMap((branch) => branch.evidence.map(({ seq, text }) => `${seq} ${text}`)),
  );
  const weighed = candidates
    .filter((one) => !(one.kind === "open" && ending.isAnswered(one)))
    .filter((one) => one.seq !== goalSeq || isVerdict(one) || isEnd(one, ending.lastSeq))
    .map((one) =>
      weigh(one, ending, aim, one.branchId === undefined ? undefined : fates.get(one.branchId), ends),
    )
    .map((one) => (evidence.has(`${one.seq} ${one.text}`) ? { ...one, weight: one.weight - 0.3 } : one));
  const declared = ending.declared.filter(({ replacedBy }) => replacedBy === undefined).map(asCandidate);
  const best = weighed.toSorted((a, b) => b.weight - a.weight || b.seq - a.seq).slice(0, COMPARED);
  return distinct([...declared, ...best]).toSorted((a, b) => b.weight - a.weight || b.seq - a.seq);
}

/** Whether a statement is a fact even where the session begins with it. */
function isVerdict({ kind, weight }: Candidate): boolean {
  return kind === "decision" && weight >= 2.5;
}

/** Whether a statement is what its session ends with: the next step or the result. */
function isEnd({ kind, seq }: Candidate, lastSeq: number): boolean {
  return seq === lastSeq && (kind === "next" || kind === "outcome");
}

function weigh(
  one: Candidate,
  { lastSeq, isFinal, routine, rarity, courseOf, weights }: Ending,
  aim: ReadonlySet<string>,
  fate: BranchEnd["fate"] | undefined,
  ends: ReadonlySet<number>,
): Candidate {
  const repeats = routine(one.runs);
  const age = lastSeq === 0 ? 0 : one.seq / lastSeq;
  const isLate = lastSeq - one.seq <= 3;
  let { weight, kind, reason } = one;
  if (reason !== undefined && routine(one.reasonRuns ?? []) > 0.5) {
    reason = undefined;
    weight -= 1.5;
  }
  weight -= repeats * (kind === "noted" ? 3 : weight < 4 ? 2.5 : 1);
  // Plans and results are about the end of a session; earlier ones are steps on the way.
  if (kind === "next") {
    weight += isLate ? 2 : age > 0.9 ? 0.5 : -1.5;
    if (!isLate && age < 0.75) kind = "noted";
  }
  if (kind === "outcome") weight += isLate ? 2.2 : age > 0.85 ? 0.3 : -0.6;
  if (kind === "outcome" && age < 0.5) kind = "noted";
  if (isFinal && one.seq === lastSeq && kind === "noted") {
    kind = "outcome";
    weight = Math.max(1.5, weight + 2);
  }
  if (isLate && kind === "noted") weight += 0.8;
  if (fate === "dropped") weight -= kind === "decision" ? 2 : 1;
  if (fate === "open") weight -= kind === "decision" ? 0.8 : 0;
  const { odds, kind: likeliest } = placed(
    one.salience,
    {
      age,
      left: lastSeq - one.seq,
      routine: repeats,
      rarity: meanRarity(one.topic, rarity),
      goal: shared(one.topic, aim),
      isBranch: one.branchId !== undefined,
      isEndOfBranch: ends.has(one.seq),
      isAnswer: one.kind === "answered",
      course: courseOf(one.course),
    },
    weights,
  );
  const likely =
    lastSeq < SHORT ? undefined : likelyKind({ ...one, kind }, likeliest, odds, isLate || age > ENDING);
  return {
    ...one,
    weight: BY_KIND * weight + BY_ODDS * odds,
    plain: weight,
    isRoutine: repeats > ROUTINE,
    kind,
    likely,
    reason,
  };
}

/** What a statement most likely is, where its words leave it open. */
function likelyKind(
  one: Candidate,
  likeliest: FactKind,
  odds: number,
  isEnding: boolean,
): FactKind | undefined {
  if (odds < LEAST_ODDS || one.mayState !== true) return undefined;
  // The outcome comes at the end; before that, it is a finding on the way.
  if (likeliest === "outcome" && !isEnding) return undefined;
  if (one.kind === "noted") return likeliest === "open" ? undefined : likeliest;
  // Questions, plans and answers show in their words; the neighbours of a sentence say nothing about them.
  if (one.weight >= PLAIN || one.kind === "answered") return undefined;
  if (one.kind === "decision") return likeliest;
  return likeliest === "open" || likeliest === "next" ? undefined : likeliest;
}

function meanRarity(topic: ReadonlySet<string>, rarity: (stem: string) => number): number {
  let sum = 0;
  for (const stem of topic) sum += rarity(stem);
  return sum / Math.max(1, topic.size);
}

function asCandidate(fact: Fact): Candidate {
  return {
    kind: fact.kind,
    text: fact.text,
    reason: fact.reason,
    was: fact.was,
    weight: TRUST[fact.origin],
    origin: fact.origin,
    thoughtId: `${fact.seq}`,
    seq: fact.seq,
    at: 0,
    number: fact.thoughtNumber,
    branchId: fact.branchId,
    topic: topicOf(fact.text),
    runs: [],
  };
}

/** Of candidates that say the same, the newest wording with the greatest weight; declared ones stay as they are. */
function distinct(candidates: readonly Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  const about = new Map<string, Set<number>>();
  for (const one of candidates) {
    const twin = twinOf(one, kept, about);
    if (twin === undefined) {
      for (const word of one.topic) about.set(word, (about.get(word) ?? new Set()).add(kept.length));
      kept.push(one);
    } else kept[twin] = mergeTwo(kept[twin]!, one);
  }
  return kept;
}

function twinOf(
  one: Candidate,
  kept: readonly Candidate[],
  about: ReadonlyMap<string, ReadonlySet<number>>,
): number | undefined {
  const hits = new Map<number, number>();
  for (const word of one.topic) for (const at of about.get(word) ?? []) hits.set(at, (hits.get(at) ?? 0) + 1);
  for (const [at, count] of hits) {
    const other = kept[at]!;
    const union = one.topic.size + other.topic.size - count;
    const share = count / Math.max(1, union);
    const inside = count / Math.max(1, Math.min(one.topic.size, other.topic.size));
    const isSaid =
      other.origin !== "inferred" && one.origin === "inferred" && (other.seq === one.seq || inside >= 0.7);
    if (isSaid && inside >= 0.5) return at;
    if (one.origin !== "inferred") continue;
    if (share >= 0.65 && (sameKind(one, other) || share >= 0.8)) return at;
  }
  return undefined;
}

function sameKind(one: Candidate, other: Candidate): boolean {
  return one.kind === other.kind || one.kind === "noted" || other.kind === "noted";
}

function mergeTwo(kept: Candidate, other: Candidate): Candidate {
  if (kept.origin !== "inferred") return kept;
  const newest = other.seq > kept.seq && other.kind !== "noted" ? other : kept;
  return {
    ...newest,
    weight: Math.max(kept.weight, other.weight) + 0.2,
    reason: newest.reason ?? kept.reason,
  };
}

/** Whether two statements are about the same thing. */
export function isAboutSame(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return shared(left, right) / Math.max(1, Math.min(left.size, right.size)) >= 0.6;
}
