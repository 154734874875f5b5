import type { Fact, FactKind } from "../../ledger/index.ts";
import type { Candidate } from "./candidates.ts";
import type { Collected } from "./collect.ts";
import { type Concept, DIRECT, type Question } from "./concepts.ts";
import { type ConceptMatch, type Document, matchOf, readDocument } from "./document.ts";
import { contains, hasSign, type Wanted } from "./intent.ts";
import type { Meaning } from "./meaning.ts";

/** BM25-like parameters: how soon repetitions stop counting, and how much a long text lowers the score. */
const SATURATION = 0.9;
const LENGTH_SHARE = 0.35;
/** The length of a usual thought, in words. */
const USUAL_LENGTH = 60;
/** The weight of a word that occurs only in a field or a neighbouring thought. */
const IN_TITLE = 0.3;
const IN_BRANCH = 0.35;
const IN_NEIGHBOUR = 0.22;
const IN_SECOND_NEIGHBOUR = 0.15;
/** The weight of a word that occurs only in another thought of the session. */
const IN_SESSION = 0.12;
/**
 * The weights of the parts of a score. A model with these parts was fitted to the questions of `bench/worth` by
 * cross-validation over sessions; the weights are its result, rounded.
 */
const WEIGHT = {
  /** Words that occur, by their frequency in the thought. */
  words: 1.5,
  /** The share of the question that the thought, its fields and its neighbours cover. */
  share: 10,
  /** The part of it that only fields and neighbours cover. */
  context: 12,
  /** Words in the order of the question. */
  order: 1.4,
  /** Words that do not occur but have similar ones. */
  similar: 4,
  /** How similar the thought, the one before or after it, and the session's title are to the question as a whole. */
  likeness: 3.6,
  likenessNear: 2.6,
  likenessTitle: 1.1,
  /** Words that occur anywhere in the session. */
  session: 1.7,
  /** A fact of the requested kind; more if the session is about the question. */
  fact: 1.5,
  factInSession: 9,
} as const;
/** The weight of words that are usual in texts with such a fact, and of containing the kind of answer. */
const SIGN: Readonly<Partial<Record<FactKind, number>>> = { dead_end: 3.6, open: 1.2, next: 5.5 };
const ANSWER: Readonly<Record<Wanted, number>> = { reason: 1.9, number: 0.9, time: 1.6, name: 0.3 };
/** From which similarity a word is given as a reason. */
const SIMILAR = 0.2;
/** A thought that covers this much of the question needs nothing else. */
const COMPLETE = 0.99;
/** The part of the question that such a fact counts to cover in a search for all facts of a session. */
const UNNAMED = 0.1;

/** The factor for each repetition of a text, and how many characters are compared. */
const REPEATED = 0.8;
const COMPARED = 300;

/** A thought with its score and the reasons for it. */
export interface Ranked {
  readonly candidate: Candidate;
  score: number;
  /** Words of the question in the thought. */
  readonly words: readonly string[];
  /** Words of the question only in its title, project, tags or branch. */
  readonly fieldWords: readonly string[];
  /** Words of the question only in a neighbouring thought. */
  readonly neighbourWords: readonly string[];
  /** Words of the question that only have a word of similar meaning in the thought. */
  readonly similarWords: readonly string[];
  /** Stems to highlight. */
  readonly stems: ReadonlySet<string>;
  /** The fact that the question asks for, else its first fact. */
  readonly fact?: Fact | undefined;
  /** The share of the question that the thought itself covers, from 0 to 1. */
  readonly coverage: number;
}

/** A candidate with its words. */
export interface Prepared {
  readonly candidate: Candidate;
  readonly document: Document;
  readonly matches: readonly ConceptMatch[];
  readonly meaning: Meaning;
  /** Absent until they are inferred. */
  facts?: readonly Fact[];
}

/** Reads the words of a candidate. */
export function prepare(
  candidate: Candidate,
  { concepts, compare }: Question,
  { matches }: Collected,
): Prepared {
  const { content } = candidate.thought;
  const declared = candidate.facts.map(({ text, reason = "" }) => `${text} ${reason}`).join("\n");
  const document = readDocument(declared === "" ? content : `${content}\n${declared}`);
  return {
    candidate,
    document,
    meaning: compare(document),
    matches: concepts.map((concept, index) => {
      const match = matchOf(document, concept);
      // The word occurs in a part of a long thought that was not read.
      return match.quality === 0 && !candidate.isWhole && matches(index, candidate.position)
        ? { quality: DIRECT, frequency: DIRECT, places: [], stems: [...concept.forms.keys()] }
        : match;
    }),
  };
}

/** Scores candidates by their words, meaning, fields, neighbours and facts; best first, the newest first among equals. */
export function rank(
  prepared: readonly Prepared[],
  question: Question,
  weights: readonly number[],
): Ranked[] {
  const { concepts, compare } = question;
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  // A word that no thought contains weighs as much as the others on average: words of similar meaning stand for it.
  const average = total / Math.max(1, weights.filter((weight) => weight > 0).length);
  const bySeq = new Map(prepared.map((one) => [keyOf(one.candidate, 0), one]));
  const ofSessions = bestOfSessions(prepared);
  const fieldOf = remembered((text: string) => readDocument(text));
  const titleLikeness = remembered((title: string) => compare(fieldOf(title)).whole);
  return prepared
    .map((one) => {
      const { candidate, document, matches, meaning } = one;
      const { title, project, tags } = candidate.session;
      const session = fieldOf(`${title}\n${project}\n${tags.join("\n")}`);
      const branch = fieldOf(candidate.thought.branchId ?? "");
      const near = [-1, 1].map((distance) => bySeq.get(keyOf(candidate, distance)));
      const second = [-2, 2].map((distance) => bySeq.get(keyOf(candidate, distance)));
      const elsewhere = ofSessions.get(candidate.thought.sessionId)!;
      const norm = 1 - LENGTH_SHARE + LENGTH_SHARE * (lengthOf(candidate, document) / USUAL_LENGTH);
      const words: string[] = [];
      const fieldWords: string[] = [];
      const neighbourWords: string[] = [];
      const similarWords: string[] = [];
      let [score, covered, context] = [0, 0, 0];
      for (const [index, concept] of concepts.entries()) {
        const weight = weights[index]! / total;
        const { quality, frequency } = matches[index]!;
        const inSession = matchOf(session, concept).quality * IN_TITLE;
        const inBranch = matchOf(branch, concept).quality * IN_BRANCH;
        const inNeighbour = Math.max(
          bestOf(near, index) * IN_NEIGHBOUR,
          bestOf(second, index) * IN_SECOND_NEIGHBOUR,
        );
        const outside = Math.max(inSession, inBranch, inNeighbour, elsewhere[index]! * IN_SESSION);
        if (quality > 0) {
          const often = (frequency * (SATURATION + 1)) / (frequency + SATURATION * norm);
          score += WEIGHT.words * weight * (quality * often + outside / 4);
          covered += weight * quality;
          words.push(concept.word);
        } else if (outside > 0) {
          context += weight * outside;
          if (inNeighbour > 0) neighbourWords.push(concept.word);
          else if (inSession > 0 || inBranch > 0) fieldWords.push(concept.word);
        }
        const similar = Math.max(0, meaning.words[index]! - quality);
        score += WEIGHT.similar * (weight || (concept.share * average) / total) * similar;
        if (quality === 0 && meaning.words[index]! > SIMILAR) similarWords.push(concept.word);
        score += WEIGHT.session * weight * elsewhere[index]!;
      }
      const share = Math.min(
        1,
        covered + context + (question.isOnlyKind ? 1 : question.listsFacts ? UNNAMED : 0),
      );
      score += WEIGHT.share * share + WEIGHT.context * context;
      score += (WEIGHT.order * inOrder(concepts, matches, weights)) / total;
      // A thought that covers the question gains nothing by what else it says, or by what stands beside it.
      const isCovered = covered > COMPLETE;
      const likenessNear = near.map((other) => other?.meaning.whole ?? 0);
      score += WEIGHT.likeness * (isCovered ? 1 : meaning.whole);
      score += WEIGHT.likenessNear * (isCovered ? 0 : (1 - covered) * Math.max(...likenessNear));
      score += WEIGHT.likenessTitle * titleLikeness(title);
      const fact = wantedFact(one, question);
      score += fact.confidence * (WEIGHT.fact + WEIGHT.factInSession * titleLikeness(title));
      for (const kind of question.intent.kinds.keys())
        if (hasSign(kind, document.places)) score += SIGN[kind] ?? 0;
      for (const wanted of question.intent.wants)
        if (contains(candidate.thought.content, wanted)) score += ANSWER[wanted];
      return {
        candidate,
        // Likeness alone makes no hit.
        score: share > 0 ? score : 0,
        words,
        fieldWords,
        neighbourWords,
        similarWords,
        stems: new Set(matches.flatMap(({ stems }) => stems)),
        fact: fact.fact,
        coverage: covered,
      };
    })
    .filter(({ score }) => score > 0)
    .sort(byScore);
}

/** A function that keeps its results. */
function remembered<Result>(compute: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const result = known.get(text) ?? compute(text);
    known.set(text, result);
    return result;
  };
}

/** Ranks a thought lower for each better one with the same words of the question and the same text apart from numbers. */
export function demoteRepeated(ranked: readonly Ranked[]): Ranked[] {
  const seen = new Map<string, number>();
  for (const one of ranked) {
    const key = `${one.words.join(" ")}\n${one.candidate.thought.content.slice(0, COMPARED).replace(/\d+/g, "0")}`;
    const times = seen.get(key) ?? 0;
    seen.set(key, times + 1);
    one.score *= REPEATED ** times;
  }
  return ranked.toSorted(byScore);
}

/** Best first; newest first among equals. */
export function byScore(a: Ranked, b: Ranked): number {
  return b.score - a.score || b.candidate.position - a.candidate.position;
}

const bestOf = (some: readonly (Prepared | undefined)[], index: number): number =>
  Math.max(0, ...some.map((one) => one?.matches[index]?.quality ?? 0));

/** For each session, how well the best of its thoughts matches each word. */
function bestOfSessions(prepared: readonly Prepared[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const { candidate, matches } of prepared) {
    const best = found.get(candidate.thought.sessionId) ?? [];
    for (const [index, { quality }] of matches.entries()) best[index] = Math.max(best[index] ?? 0, quality);
    found.set(candidate.thought.sessionId, best);
  }
  return found;
}

const keyOf = ({ thought }: Candidate, distance: number): string =>
  `${thought.sessionId} ${thought.seq + distance}`;

/** The length in words; estimated for a text that was read in part. */
function lengthOf({ bytes }: Candidate, { length }: Document): number {
  return Math.max(length, bytes / 12);
}

/** The weight of word pairs that are adjacent both in the question and in the text. */
function inOrder(
  concepts: readonly Concept[],
  matches: readonly ConceptMatch[],
  weights: readonly number[],
): number {
  let sum = 0;
  for (let index = 1; index < concepts.length; index++) {
    const before = matches[index - 1]!;
    const after = matches[index]!;
    if (before.quality < DIRECT || after.quality < DIRECT) continue;
    const places = new Set(before.places);
    if (after.places.some((place) => places.has(place) || places.has(place - 1) || places.has(place - 2)))
      sum += weights[index - 1]! + weights[index]!;
  }
  return sum;
}

/** The fact of a thought that a question asks for, with its confidence; otherwise its first fact. */
function wantedFact(
  { facts = [] }: Prepared,
  { intent }: Question,
): { fact?: Fact | undefined; confidence: number } {
  let best: { fact?: Fact | undefined; confidence: number } = { fact: facts[0], confidence: 0 };
  for (const fact of facts) {
    const trust = fact.origin === "inferred" ? 0.85 : 1;
    const isCurrent = fact.replacedBy === undefined ? 1 : 0.4;
    const confidence = (intent.kinds.get(fact.kind) ?? 0) * trust * isCurrent;
    if (confidence > best.confidence) best = { fact, confidence };
  }
  return best;
}
