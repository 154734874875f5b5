import type { Read, ReadThought } from "./candidate.ts";
import { actsOf } from "./reading.ts";
import { refusesName, verdictOf } from "./verdict.ts";
import { hasClass } from "./word-classes.ts";
import { shared, topicOf } from "./words.ts";

/** Classes of words that say that something is in use or was done. */
const TAKEN = ["adopt", "adopt:past", "now", "we", "day"];
const USED = [...TAKEN, "build", "build:past", "state", "be"];

/** A sentence and where it stands. */
export interface Statement {
  readonly text: string;
  readonly reason?: string | undefined;
  readonly seq: number;
  readonly thoughtNumber: number;
  readonly branchId?: string | undefined;
}

/** A statement that decides about a branch. */
export interface Evidence {
  readonly fate: "won" | "dropped";
  /** From 1, a mere statement about it, to 4, a plain decision of the main branch. */
  readonly strength: number;
  readonly at: Statement;
}

/** What a branch is called and the words that it uses, with the number of its thoughts that have each. */
export interface Named {
  readonly name: string;
  readonly nameWords: ReadonlySet<string>;
  readonly words: ReadonlyMap<string, number>;
}

export function statement(text: string, { thought }: ReadThought): Statement {
  return { text, seq: thought.seq, thoughtNumber: thought.number, branchId: thought.branchId };
}

/** Whether a sentence names a branch: by two of its words, by its only one, by an acronym. */
export function isCalled({ name, nameWords }: Named, named: number, { text }: Read): boolean {
  return (
    (named > 0 && named >= Math.min(2, nameWords.size)) || shortName(name, text) || isAcronym(name, text)
  );
}

const ACRONYM = /^[a-z]{3,5}$/i;
const isShort = (name: string): boolean => [...name].length <= 2;

/** Whether `isAcronym` or `shortName` may find a name in a text that has none of its words. */
export const isAbbreviated = (name: string): boolean => ACRONYM.test(name) || isShort(name);

/** Whether a short name stands for words of the text: "cdc" for "change data capture". */
function isAcronym(name: string, text: string): boolean {
  if (!ACRONYM.test(name)) return false;
  const initials = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word[0] ?? "");
  return initials.join("").includes(name.toLowerCase());
}

/** Whether a name of one or two characters follows the word "branch" or "option". */
function shortName(name: string, text: string): boolean {
  if (!isShort(name)) return false;
  const lower = text.toLowerCase();
  return ["branch ", "option ", "branch `", "approach "].some((word) => {
    const at = lower.indexOf(`${word}${name.toLowerCase()}`);
    return at >= 0 && !/^[\p{L}\p{N}]/u.test(lower.slice(at + word.length + name.length));
  });
}

/** What a thought of a branch says about the branch: it is given up, taken, or still pending. */
export function ownVerdict(read: ReadThought): Evidence | "pending" | undefined {
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
export function verdictElsewhere(
  sentence: Read,
  branch: Named,
  hits: number,
  read: ReadThought,
): Evidence | undefined {
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
  if (isRefused) return { fate: "dropped", strength: 4, at };
  const isNamed = isCalled(branch, shared(sentence.topic, branch.nameWords), sentence);
  if (own.polarity === "against" && own.strength >= (hits >= 2.5 ? 2 : 3))
    return { fate: "dropped", strength: own.strength < 3 ? 2.5 : isNamed ? 4 : 3.5, at };
  const { acts } = reading;
  if (all.polarity === "pending" || acts.attempt >= 2 || acts.turn >= 3 || acts.watch >= 3) return undefined;
  if (all.polarity === "against" && own.polarity !== "for") return undefined;
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
