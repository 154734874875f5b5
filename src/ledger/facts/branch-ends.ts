import {
  type Evidence,
  isAbbreviated,
  isCalled,
  type Named,
  ownVerdict,
  type Statement,
  statement,
  verdictElsewhere,
} from "./branch-evidence.ts";
import { indexBranchWords, type WordMatch } from "./branch-words.ts";
import type { Read, ReadThought } from "./candidate.ts";
import type { BranchFate } from "./fact.ts";
import { type BranchCourse, fateOf } from "./fate.ts";
import type { Weights } from "./read-weights.ts";
import { factWeights } from "./salience.ts";
import { type Sign, signOf } from "./sign.ts";
import { tellingOf } from "./telling.ts";
import { newUptake, rateOf, takeUp, termsOf, type Uptake } from "./uptake.ts";
import { topicOf } from "./words.ts";

export type { Statement } from "./branch-evidence.ts";

/** How many branches are followed, the most recently extended, and how many words of each. */
const FOLLOWED = 60;
const WORDS = 300;
/** How much less a verdict of a branch counts after each further thought, and the least that still counts. */
const FADES = 0.7;
const LEAST_VERDICT = 1.4;
/** How many of the newest thoughts of a branch are kept. */
const NEWEST = 3;
/** How many different words of a session are counted. */
const MOST_WORDS = 50_000;
const NO_MATCH: WordMatch = { named: 0, hits: 0, alone: 0 };

/** A branch, how it ended, and the statements that say so. */
export interface BranchEnd {
  readonly branchId: string;
  readonly from?: number | undefined;
  readonly thoughts: number;
  readonly fate: BranchFate;
  /** Plain words that say how the branch ended, or of an open one what other lines say about it; may be empty. */
  readonly evidence: readonly Statement[];
  /** The sentence that says most about its fate. */
  readonly sign?: Statement | undefined;
  /** The weightiest sentence of its last thought. */
  readonly last: Statement;
}

interface Followed extends Named {
  readonly from?: number | undefined;
  /** Its words, and in how many of its thoughts each occurs. */
  readonly words: Map<string, number>;
  thoughts: number;
  last: Statement;
  own?: Evidence | undefined;
  elsewhere?: Evidence | undefined;
  isPending: boolean;
  /** Its newest thoughts and what they say. */
  readonly newest: ReadThought[];
  readonly signs: Sign[];
  /** The words that stand for it once the main line goes on, and what the main line does with them. */
  terms?: ReadonlyMap<string, number> | undefined;
  uptake: Uptake;
  next?: Sign | undefined;
  mentions: number;
  hasRival: boolean;
  readonly earlier: number;
  gap?: number | undefined;
}

/** Follows the branches of a session, thought by thought, in bounded memory. */
export function followBranches(
  isRoutine: (runs: readonly number[]) => boolean,
  weights: Weights = factWeights(),
  fates?: Weights,
) {
  /** The branches that were extended most recently, in this order. */
  const followed = new Map<string, Followed>();
  const index = indexBranchWords<Followed>();
  /** Branches whose names a text may contain in another form. */
  const abbreviated = new Set<Followed>();
  /** In how many thoughts a word occurs: one that others use too does not tell a branch apart. */
  const uses = new Map<string, number>();
  let count = 0;
  let thoughts = 0;
  let newest: Followed | undefined;

  /** Words that the session already used when the branch began do not name it. */
  function isOwnName(word: string): boolean {
    return (uses.get(word) ?? 0) <= 3;
  }

  /** Starts to follow a branch instead of the one that was extended longest ago. */
  function follow(branch: Followed): void {
    const oldest = followed.size === FOLLOWED ? followed.values().next().value : undefined;
    if (oldest) {
      followed.delete(oldest.name);
      abbreviated.delete(oldest);
      index.remove(oldest);
    }
    for (const [word, count] of branch.words) index.set(branch, word, count);
    if (isAbbreviated(branch.name)) abbreviated.add(branch);
  }

  function inBranch(name: string, read: ReadThought, words: ReadonlySet<string>): void {
    let branch = followed.get(name);
    if (!branch) {
      count++;
      branch = newBranch(name, read, isOwnName, followed.size);
      for (const other of followed.values()) {
        if (other.from !== undefined && other.from === branch.from) other.hasRival = true;
        other.gap ??= other.uptake.later;
      }
      follow(branch);
    }
    followed.delete(name);
    followed.set(name, branch);
    newest = branch;
    branch.thoughts++;
    branch.last = statement(gist(read.sentences), read);
    keep(branch.newest, read);
    keep(branch.signs, signOf(read.sentences, weights));
    branch.next = undefined;
    branch.terms = undefined;
    branch.uptake = newUptake();
    branch.mentions = 0;
    for (const word of words) {
      const before = branch.words.get(word);
      if (before === undefined && branch.words.size >= WORDS) continue;
      branch.words.set(word, (before ?? 0) + 1);
      index.set(branch, word, (before ?? 0) + 1);
    }
    const verdict = ownVerdict(read);
    branch.isPending = verdict === "pending";
    if (typeof verdict === "object") branch.own = verdict;
    // Later thoughts of the branch continue its verdict.
    else if (branch.own) {
      const strength = FADES * branch.own.strength;
      branch.own = strength < LEAST_VERDICT ? undefined : { ...branch.own, strength };
    }
    mention(read, name);
  }

  /** Applies what a thought says about branches other than its own. */
  function mention(read: ReadThought, own?: string): void {
    if (followed.size === 0) return;
    const spoken = new Set<Followed>();
    for (const sentence of read.sentences) {
      if (sentence.reading.isQuestion || sentence.reading.isHypothetical || sentence.reading.acts.doubt >= 2)
        continue;
      if (isRoutine(sentence.runs)) continue;
      for (const [branch, hits] of mentioned(sentence, own)) {
        spoken.add(branch);
        const evidence = verdictElsewhere(sentence, branch, hits, read);
        if (evidence && outweighs(evidence, branch.elsewhere)) branch.elsewhere = evidence;
      }
    }
    if (own !== undefined) return;
    const words = wordsIn(read);
    let sign: Sign | undefined;
    const signed = () => (sign ??= signOf(read.sentences, weights));
    for (const branch of followed.values()) {
      branch.next ??= signed();
      // This thought is counted already.
      branch.terms ??= termsOf(branch, (word) => (uses.get(word) ?? 0) - (words.has(word) ? 1 : 0));
      takeUp(branch.uptake, branch.terms, read, words, signed);
      if (spoken.has(branch)) branch.mentions++;
    }
  }

  /** The branches that a sentence speaks of: by their name, or by words that only they use. */
  function mentioned(sentence: Read, own?: string): [Followed, number][] {
    const found: [Followed, number][] = [];
    const matches = index.matches(sentence.topic, uses);
    for (const branch of abbreviated) if (!matches.has(branch)) matches.set(branch, NO_MATCH);
    for (const [branch, { named, hits, alone }] of matches) {
      if (branch.name === own) continue;
      const called = isCalled(branch, named, sentence);
      // What only repeats a sentence of the branch says nothing about it.
      if (called) found.push([branch, Math.max(3, hits + 2)]);
      else if (hits >= 2 && !hasAll(branch, sentence.topic)) found.push([branch, hits + named * 0.5]);
      else if (named > 0 && own === undefined) found.push([branch, 2.5]);
      // One word that nothing but the branch has used is enough for a plain decision.
      else if (alone > 0 && own === undefined) found.push([branch, 1.5]);
    }
    if (
      newest &&
      sentence.text.includes(" branch") &&
      found.every(([, hits]) => hits < 3) &&
      newest.name !== own &&
      /\b(?:the|this|that) branch\b/i.test(sentence.text)
    )
      return [[newest, 3]];
    const most = Math.max(...found.map(([, hits]) => hits));
    return found.filter(([, hits]) => hits >= 3 || hits === most);
  }

  return {
    see(read: ReadThought): void {
      const { branchId } = read.thought;
      thoughts++;
      const words = wordsIn(read);
      if (uses.size < MOST_WORDS) for (const word of words) uses.set(word, (uses.get(word) ?? 0) + 1);
      if (branchId === undefined) mention(read);
      else inBranch(branchId, read, words);
    },
    /** How rare a word is among the thoughts, from 0 to 1. */
    rarity: (stem: string): number => 1 - Math.log(1 + (uses.get(stem) ?? 1)) / Math.log(2 + thoughts),
    /** The number of branches; one that was evicted and comes back counts again. */
    count: () => count,
    /** Newest first. */
    list: (): readonly BranchEnd[] => {
      const all = [...followed.values()].reverse();
      const most = mostUsed(all);
      return all.map((one) => endOf(one, courseOf(one, most), weights, fates));
    },
    /** What is known of each branch, by its name. */
    courses: (): ReadonlyMap<string, BranchCourse> => {
      const all = [...followed.values()];
      const most = mostUsed(all);
      return new Map(all.map((one) => [one.name, courseOf(one, most)]));
    },
  };
}

function newBranch(
  name: string,
  read: ReadThought,
  isOwn: (word: string) => boolean,
  earlier: number,
): Followed {
  const all = topicOf(name.slice(0, 200).replace(/[^\p{L}\p{N}]+/gu, " "));
  return {
    name,
    nameWords: new Set([...all].filter(isOwn)),
    from: read.thought.branchFrom,
    words: new Map([...all].map((word) => [word, 1])),
    thoughts: 0,
    last: statement("", read),
    isPending: false,
    newest: [],
    signs: [],
    uptake: newUptake(),
    mentions: 0,
    hasRival: false,
    earlier,
  };
}

function hasAll({ words }: Followed, topic: ReadonlySet<string>): boolean {
  for (const word of topic) if (!words.has(word)) return false;
  return true;
}

/** Whether a statement counts rather than an earlier one: one that says the same must be as plain. */
function outweighs({ fate, strength }: Evidence, before: Evidence | undefined): boolean {
  return !before || strength >= before.strength - (fate === before.fate ? 0 : 1);
}

function keep<T>(newest: T[], one: T): void {
  newest.push(one);
  if (newest.length > NEWEST) newest.shift();
}

/** How much the main line uses the words of the branch that it uses most. */
function mostUsed(all: readonly Followed[]): number {
  return all.reduce((most, { uptake }) => Math.max(most, rateOf(uptake)), 0);
}

function courseOf(branch: Followed, mostUsed: number): BranchCourse {
  const { thoughts, signs, next, own, elsewhere, isPending, uptake, hasRival, earlier, gap } = branch;
  const mentioned = branch.mentions / Math.max(1, uptake.later);
  return {
    thoughts,
    signs,
    next,
    own,
    elsewhere,
    isPending,
    uptake,
    mostUsed,
    mentioned,
    hasRival,
    earlier,
    gap,
  };
}

/** How a branch ended, with the statements that say so. */
function endOf(
  branch: Followed,
  course: BranchCourse,
  weights: Weights,
  fates: Weights | undefined,
): BranchEnd {
  const { name, from, thoughts, last, own, elsewhere } = branch;
  const fate = fateOf(course, fates);
  const sign = tellingOf(branch, fate, weights);
  const evidence = [own, elsewhere].flatMap((one) => (one && one.fate === fate ? [one.at] : []));
  // Words that seem to say the opposite still say that it ended.
  if (fate !== "open" && evidence.length === 0 && sign && (own ?? elsewhere)) evidence.push(sign);
  if (fate === "open" && elsewhere) evidence.push(elsewhere.at);
  return { branchId: name, from, thoughts, last, fate, evidence, sign };
}

/** The sentence of a thought that says most. */
function gist(sentences: readonly Read[]): string {
  let [text, most] = ["", -Infinity];
  for (const { text: one, reading } of sentences) {
    const { acts, specifics } = reading;
    const worth =
      Math.max(acts.commit, acts.abandon, acts.doubt, acts.result, acts.fail) + specifics - acts.watch;
    if (worth >= most) [text, most] = [one, worth];
  }
  return text;
}

function wordsIn({ sentences }: ReadThought): ReadonlySet<string> {
  if (sentences.length === 1) return sentences[0]!.topic;
  const words = new Set<string>();
  for (const { topic } of sentences) for (const word of topic) words.add(word);
  return words;
}
