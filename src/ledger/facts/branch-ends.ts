import { BoundedMap } from "../../primitives/bounded-map.ts";
import type { Read, ReadThought } from "./candidate.ts";
import type { BranchFate } from "./fact.ts";
import { type BranchCourse, fateOf, signOf } from "./fate.ts";
import type { Weights } from "./read-weights.ts";
import { actsOf } from "./reading.ts";
import { factWeights } from "./salience.ts";
import { newUptake, rateOf, type Sign, takeUp, termsOf, type Uptake } from "./uptake.ts";
import { refusesName, verdictOf } from "./verdict.ts";
import { hasClass } from "./word-classes.ts";
import { shared, topicOf } from "./words.ts";

/** Classes of words that say that something is in use or was done. */
const TAKEN = ["adopt", "adopt:past", "now", "we", "day"];
const USED = [...TAKEN, "build", "build:past", "state", "be"];
/** How many branches are followed, the most recently extended, and how many words of each. */
const FOLLOWED = 60;
const WORDS = 300;
/** How much less a verdict of a branch counts after each further thought. */
const FADES = 0.7;
/** How many of the newest thoughts of a branch are kept. */
const NEWEST = 3;
/** How many different words of a session are counted. */
const MOST_WORDS = 50_000;

/** A sentence and where it stands. */
export interface Statement {
  readonly text: string;
  readonly reason?: string | undefined;
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
  /** Plain words that say how the branch ended; empty if there are none. */
  readonly evidence: readonly Statement[];
  /** What speaks most for its fate, if it is not open. */
  readonly sign?: Statement | undefined;
  /** The weightiest sentence of its last thought. */
  readonly last: Statement;
}

interface Evidence {
  readonly fate: "won" | "dropped";
  /** From 1, a mere statement about it, to 4, a plain decision of the main branch. */
  readonly strength: number;
  readonly at: Statement;
}

/** The thought of a branch that speaks most for it, or against it. */
interface Peak {
  readonly sign: number;
  readonly at: Statement;
}

interface Followed {
  readonly name: string;
  readonly nameWords: ReadonlySet<string>;
  readonly from?: number | undefined;
  /** Its words, and in how many of its thoughts each occurs. */
  readonly words: Map<string, number>;
  thoughts: number;
  last: Statement;
  own?: Evidence | undefined;
  elsewhere?: Evidence | undefined;
  isPending: boolean;
  /** What its newest thoughts say, and the statements that speak most for and against it. */
  readonly signs: Sign[];
  best?: Peak | undefined;
  worst?: Peak | undefined;
  readonly newest: ReadThought[];
  /** Sums over all its thoughts. */
  readonly sum: Record<keyof Sign, number>;
  /** The words that stand for it, once it is over, and what later thoughts do with them. */
  terms?: ReadonlyMap<string, number> | undefined;
  uptake: Uptake;
  next?: ReadThought | undefined;
  mentions: number;
  /** How many thoughts of the main branch followed it. */
  later: number;
  hasRival: boolean;
  /** How many branches began before it, after its last thought, and thoughts of the session before it. */
  earlier: number;
  after: number;
  overlap: number;
  seqStart: number;
  gap: number;
}

/** Follows the branches of a session, thought by thought, in bounded memory. */
export function followBranches(
  isRoutine: (runs: readonly number[]) => boolean,
  weights: Weights = factWeights(),
  fates?: Weights,
) {
  const followed = new BoundedMap<string, Followed>(FOLLOWED, "insertion");
  /** In how many thoughts a word occurs: one that others use too does not tell a branch apart. */
  const uses = new Map<string, number>();
  let count = 0;
  let thoughts = 0;
  let newest: Followed | undefined;

  /** Words that the session already used when the branch began do not name it. */
  function isOwnName(word: string): boolean {
    return (uses.get(word) ?? 0) <= 3;
  }

  function inBranch(name: string, read: ReadThought, words: ReadonlySet<string>): void {
    let branch = followed.get(name);
    if (!branch) {
      count++;
      branch = newBranch(name, read, isOwnName);
      for (const other of followed.values())
        { if (other.from !== undefined && other.from === branch.from) other.hasRival = true; if (other.after === 0) { let w = 0; for (const x of words) if (other.words.has(x)) w++; other.overlap = w / Math.max(4, words.size); other.gap = other.uptake.later; } other.after++; }
      branch.earlier = followed.size; branch.seqStart = thoughts;
    }
    // Set again, so that the most recently extended are kept.
    followed.delete(name);
    followed.set(name, branch);
    newest = branch;
    branch.thoughts++;
    branch.last = statement(gist(read.sentences), read);
    branch.newest.push(read);
    if (branch.newest.length > NEWEST) branch.newest.shift();
    branch.next = undefined;
    branch.terms = undefined;
    branch.uptake = newUptake();
    weighSigns(branch, signOf(read, weights));
    for (const word of words)
      if (branch.words.size < WORDS || branch.words.has(word))
        branch.words.set(word, (branch.words.get(word) ?? 0) + 1);
    const verdict = ownVerdict(read);
    branch.isPending = verdict === "pending";
    if (typeof verdict === "object") branch.own = verdict;
    // What is said after a weak verdict in the branch itself continues it.
    else if (branch.own) {
      const strength = branch.own.strength * FADES;
      branch.own = branch.own.strength < 3 * FADES**2 ? undefined : { ...branch.own, strength };
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
        const evidence = polarity(sentence, branch, hits, read);
        if (evidence && evidence.strength >= (branch.elsewhere?.strength ?? 0) - 1)
          branch.elsewhere = evidence;
      }
    }
    if (own !== undefined) return;
    const words = wordsIn(read);
    let sign: Sign | undefined;
    for (const branch of followed.values()) {
      if (!branch.next) { branch.next = read; sign ??= signOf(read, weights); (branch as any).nextSign = sign; }
      branch.terms ??= termsOf(branch.words, branch.nameWords, (word) => (uses.get(word) ?? 0) - (words.has(word) ? 1 : 0));
      takeUp(branch.uptake, branch.terms, read, words, () => (sign ??= signOf(read, weights)));
      branch.later++;
      if (spoken.has(branch)) branch.mentions++;
    }
  }

  /** The branches that a sentence speaks of: by their name, or by words that only they use. */
  function mentioned(sentence: Read, own?: string): [Followed, number][] {
    const found: [Followed, number][] = [];
    for (const branch of followed.values()) {
      if (branch.name === own) continue;
      let [named, hits, known, alone] = [0, 0, 0, 0];
      for (const word of sentence.topic) {
        const count = branch.words.get(word);
        if (branch.nameWords.has(word)) named++;
        if (count === undefined) continue;
        known++;
        // A word that the branch repeats, more often than the others, is as good as two.
        const others = (uses.get(word) ?? 0) - count;
        if (others <= 1) alone++;
        if (others <= 2) hits += count >= 2 && others < count ? 2 : 1;
      }
      const called = isCalled(branch, named, sentence);
      // What only repeats a sentence of the branch says nothing about it.
      if (called) found.push([branch, Math.max(3, hits + 2)]);
      else if (hits >= 2 && known < sentence.topic.size) found.push([branch, hits + named * 0.5]);
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
    list: (): readonly BranchEnd[] => [...followed.values()].reverse().map((one) => endOf(one, fates, [...followed.values()])),
    /** What is known of each branch, by its name. */
    courses: (): ReadonlyMap<string, BranchCourse> =>
      new Map([...followed.values()].map((one) => [one.name, courseOf(one, [...followed.values()])])),
  };
}

function newBranch(name: string, read: ReadThought, isOwn: (word: string) => boolean): Followed {
  const all = topicOf(name.slice(0, 200).replace(/[^\p{L}\p{N}]+/gu, " "));
  const nameWords = new Set([...all].filter(isOwn));
  return {
    name,
    nameWords,
    from: read.thought.branchFrom,
    words: new Map([...all].map((word) => [word, 1])),
    thoughts: 0,
    last: statement("", read),
    isPending: false,
    signs: [],
    newest: [],
    sum: { fact: 0, decision: 0, deadEnd: 0, open: 0, plan: 0, outcome: 0 },
    uptake: newUptake(),
    mentions: 0,
    later: 0,
    hasRival: false,
    earlier: 0,
    after: 0,
    overlap: 0,
    seqStart: 0,
    gap: 0,
  };
}

/** Whether a sentence names a branch: by two of its words, by its only one, by an acronym. */
function isCalled({ name, nameWords }: Followed, named: number, { text }: Read): boolean {
  return (
    (named > 0 && named >= Math.min(2, nameWords.size)) || shortName(name, text) || isAcronym(name, text)
  );
}

/** Whether a short name stands for words of the text: "cdc" for "change data capture". */
function isAcronym(name: string, text: string): boolean {
  if (!/^[a-z]{3,5}$/i.test(name)) return false;
  const initials = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word[0] ?? "");
  return initials.join("").includes(name.toLowerCase());
}

/** Whether a name of one or two characters follows the word "branch" or "option". */
function shortName(name: string, text: string): boolean {
  if ([...name].length > 2) return false;
  const lower = text.toLowerCase();
  return ["branch ", "option ", "branch `", "approach "].some((word) => {
    const at = lower.indexOf(`${word}${name.toLowerCase()}`);
    return at >= 0 && !/^[\p{L}\p{N}]/u.test(lower.slice(at + word.length + name.length));
  });
}

/** What a thought of a branch says about the branch: it is given up, taken, or still pending. */
function ownVerdict(read: ReadThought): Evidence | "pending" | undefined {
  let best: Evidence | "pending" | undefined;
  for (const [index, sentence] of read.sentences.entries()) {
    const { polarity, strength } = verdictOf(sentence, false);
    if (polarity === "none") continue;
    if (polarity === "pending") {
      if (typeof best !== "object" || best.strength < 2.5) best = "pending";
      continue;
    }
    if (typeof best === "object" && strength < best.strength) continue;
    const before = read.sentences[index - 1]?.text;
    const hasReason =
      sentence.reading.clauses.length > 1 || before === undefined || sentence.reading.words > 14;
    const at = { ...statement(sentence.text, read), ...(hasReason ? {} : { reason: before }) };
    if (polarity === "against") best = { fate: "dropped", strength, at };
    else if (strength >= 2.5) best = { fate: "won", strength, at };
  }
  return best;
}

/** What a sentence elsewhere says about a branch. */
function polarity(sentence: Read, branch: Followed, hits: number, read: ReadThought): Evidence | undefined {
  const { reading, text } = sentence;
  const clauses = reading.clauses.map((clause) => {
    const words = topicOf(text.slice(clause.from, clause.to));
    return {
      clause,
      hits: [...words].filter((word) => branch.words.has(word)).length + 2 * shared(words, branch.nameWords),
    };
  });
  const top = clauses.reduce((best, one) => (one.hits > best.hits ? one : best), clauses[0]!);
  if (!top) return undefined;
  const at = statement(text, read);
  const own = verdictOf(sentence, true, top.clause);
  const all = verdictOf(sentence, true);
  if (hits < 2) {
    const isTaken =
      own.polarity === "for" && own.strength >= 2.5 && reading.acts.plan < 3 && all.polarity !== "pending";
    return isTaken ? { fate: "won", strength: 1.8, at } : undefined;
  }
  const isRefused =
    hits >= 2.5 &&
    refusesName(text.slice(top.clause.from, top.clause.to), branch.nameWords, actsOf(top.clause).commit >= 2);
  if (isRefused) return { fate: "dropped", strength: 3.5, at };
  if (own.polarity === "against" && own.strength >= (hits >= 2.5 ? 2 : 3))
    return { fate: "dropped", strength: own.strength >= 3 ? 3.5 : 2.5, at };
  const { acts } = reading;
  if (all.polarity === "pending" || acts.attempt >= 2 || acts.turn >= 3 || acts.watch >= 3) return undefined;
  if (all.polarity === "against" && own.polarity !== "for") return undefined;
  const isNamed = isCalled(branch, shared(sentence.topic, branch.nameWords), sentence);
  if (read.thought.branchId !== undefined && !isNamed) return undefined;
  const forIt = own.polarity === "for" ? own.strength : all.polarity === "for" ? all.strength : 0;
  if (forIt >= 2 && (hits >= 2.5 || forIt >= 2.8)) return { fate: "won", strength: forIt >= 3 ? 4 : 3, at };
  // Other branches may speak of it without taking it up.
  if (read.thought.branchId !== undefined || isPlan(sentence) || acts.watch >= 3) return undefined;
  if (hits >= 2.5 && forIt === 0 && acts.commit >= 1 && isNamed) return { fate: "won", strength: 2, at };
  return hits >= 2 && isUptake(sentence, shared(sentence.topic, branch.nameWords) > 0)
    ? { fate: "won", strength: hits >= 2.5 ? 2 : 1.5, at }
    : undefined;
}

/** Whether a sentence speaks of what is still to be done; a date alone does not say so. */
function isPlan({ tokens, reading }: Read): boolean {
  const { plan } = reading.acts;
  return plan >= 3 || (plan >= 2 && tokens.some((token) => hasClass(token, ["modal", "attempt", "look"])));
}

/** Whether a plain statement of the main branch says that what it names is in use, or that somebody now does it. */
function isUptake({ tokens, reading }: Read, isNamed: boolean): boolean {
  const { acts } = reading;
  if (acts.doubt >= 1.5 || acts.fail >= 1.5) return false;
  return tokens.some((token) => hasClass(token, isNamed ? USED : TAKEN));
}

/** Keeps what the newest thoughts of a branch say, and the statements that say most. */
function weighSigns(branch: Followed, sign: Sign): void {
  branch.signs.push(sign);
  if (branch.signs.length > NEWEST) branch.signs.shift();
  for (const kind of Object.keys(sign) as (keyof Sign)[]) branch.sum[kind] += kind === "fact" ? sign.fact : sign.fact * sign[kind];
  if (sign.decision >= (branch.best?.sign ?? 0)) branch.best = { sign: sign.decision, at: branch.last };
  if (sign.deadEnd >= (branch.worst?.sign ?? 0)) branch.worst = { sign: sign.deadEnd, at: branch.last };
}

function courseOf(branch: Followed, all: readonly Followed[]): BranchCourse {
  const { signs, sum, thoughts, newest, next, own, elsewhere, isPending, mentions, later, hasRival, uptake } = branch;
  const share = (kind: keyof Sign) => sum[kind] / Math.max(1, thoughts);
  return {
    signs,
    mean: {
      fact: share("fact"),
      decision: share("decision"),
      deadEnd: share("deadEnd"),
      open: share("open"),
      plan: share("plan"),
      outcome: share("outcome"),
    },
    newest,
    next,
    own,
    elsewhere,
    isPending,
    uptake,
    best: Math.max(...all.map((one) => rateOf(one.uptake))),
    mentioned: mentions / Math.max(1, later),
    hasRival,
    earlier: branch.earlier, after: branch.after, overlap: branch.overlap, gap: branch.gap, seqStart: branch.seqStart, count: all.length, thoughts, nextSign: next ? (branch as any).nextSign : undefined,
  } as any;
}

/** How a branch ended, with the statements that say so. */
function endOf(branch: Followed, weights: Weights | undefined, all: readonly Followed[]): BranchEnd {
  const { name, from, thoughts, last, own, elsewhere, best, worst } = branch;
  const fate = fateOf(courseOf(branch, all), weights);
  const said = [own, elsewhere].filter((one) => one !== undefined && one.fate === fate).map((one) => one!.at);
  const sign = fate === "open" ? undefined : (fate === "won" ? best : worst)?.at;
  // Words that seem to say the opposite still say that it ended.
  const isSaid = sign !== undefined && (own !== undefined || elsewhere !== undefined);
  const evidence = fate === "open" ? [] : said.length > 0 ? said : isSaid ? [sign] : [];
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

function statement(text: string, { thought }: ReadThought): Statement {
  return { text, seq: thought.seq, thoughtNumber: thought.number, branchId: thought.branchId };
}
