import type { Read } from "./candidate.ts";
import { actsOf, type ReadClause } from "./reading.ts";
import type { Token } from "./tokens.ts";
import { hasClass, isOfClass } from "./word-classes.ts";
import { topicOf } from "./words.ts";

/** What a sentence says about the matter that it speaks of. */
export interface Verdict {
  readonly polarity: "for" | "against" | "pending" | "none";
  /** From 1, a hint, to 4, a plain decision. */
  readonly strength: number;
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));
/** Actions that undo something together with one of `AWAY`: "took it out again", "set back", "sent home". */
const MOVES = setOf(
  `took taken taking sent sending gave given giving pulled pulling put set turned turning brought bringing carried carrying tore torn
rolled rolling handed handing threw thrown ripped moved moving shipped scraped sanded peeled wound cut dismantled switched switching
shut dug backed backing flushed packed phased went came walked`,
);
const AWAY = setOf("back out off away down aside home again");
/** After these the particle belongs to another verb: "came back with", "found out", "turned out". */
const ARRIVALS = setOf("came went walked");
const GONE = setOf("gone");
const PEOPLE = setOf("i we he she they i've we've i'd we'd");
const AUTHORS = setOf("i we us our my i've we've i'm we're i'll we'll i'd we'd");
const REFUSALS = setOf("won't wouldn't can't cannot couldn't");
/** After these, "we won't" refuses nothing: "we won't know before Friday". */
const UNWILLED = setOf("know see hear be have get learn find");
const NEGATIONS = setOf(
  "not no never nobody nothing none neither without hardly n't isn't aren't wasn't weren't don't doesn't didn't",
);
const WAITING = setOf(
  "waiting wait awaiting await pending ask asked asking asks promised tomorrow whether until meanwhile unless maybe perhaps yet undecided",
);
const STANDING = setOf("now henceforth since nowadays hereafter onwards onward");

/** Reads what a sentence, or a part of it, says for or against its matter. Within a branch only its author decides. */
export function verdictOf(
  { reading, tokens, text }: Read,
  isElsewhere: boolean,
  clause?: ReadClause,
): Verdict {
  if (reading.isQuestion || reading.isHypothetical) return { polarity: "pending", strength: 1 };
  const words = clause ? tokens.filter(({ from, to }) => from >= clause.from && to <= clause.to) : tokens;
  const acts = clause ? actsOf(clause) : reading.acts;
  const undone = undoes(words);
  const against = Math.max(
    acts.abandon >= 3 ? 3 : acts.abandon >= 2 ? 2.2 : 0,
    undone,
    ends(words, isElsewhere),
    refuses(words, text),
  );
  const isOwn = words.some(({ word }) => AUTHORS.has(word)) || acts.result >= 2;
  const forIt = Math.max(
    isOwn || isElsewhere ? (acts.commit >= 3 ? 3 : acts.commit >= 2 ? 2 : 0) : 0,
    stands(words, text),
    adopts(words),
  );
  const isPending = acts.doubt >= 2 || words.some(({ word }) => WAITING.has(word));
  if (against >= 2 && (against > forIt || undone >= 2.5 || acts.abandon > acts.commit))
    return { polarity: "against", strength: against };
  if (forIt >= 2 && !isPending && acts.attempt < 2) return { polarity: "for", strength: forIt };
  if (isPending) return { polarity: "pending", strength: 2 };
  return { polarity: "none", strength: 0 };
}

/** "Took the preload out again", "sent back", "rolled back", "gone by lunch". */
function undoes(words: readonly Token[]): number {
  for (const [at, { word }] of words.entries()) {
    if (GONE.has(word) && at <= 3 && !isNegated(words, at)) return 2.5;
    if (!MOVES.has(word) || isNegated(words, at)) continue;
    const near = words.slice(at + 1, at + 8);
    const end = near.findIndex(({ isMark }) => isMark);
    const after = (end < 0 ? near : near.slice(0, end)).map((one) => one.word);
    const away = after.findIndex((one) => AWAY.has(one));
    if (away < 0) continue;
    const isLast = away === after.length - 1 || after[away + 1] === "again" || after[away + 1] === "to";
    if (ARRIVALS.has(word)) {
      if (after.includes("back") && after.includes("to") && away === 0) return 2;
      continue;
    }
    if (away <= 4 && (isLast || away === 0 || after[away] !== "again")) return 3;
  }
  // "… everything with methanol again": an action that restores what was before.
  const last = words.findLastIndex(({ isMark }) => !isMark);
  return words[last]?.word === "again" && words.slice(0, 2).some((one) => isOfClass(one, "build:past"))
    ? 2.2
    : 0;
}

/** "Paula closed the account", "was withdrawn", "the flat fee ended". */
function ends(words: readonly Token[], isElsewhere: boolean): number {
  let most = 0;
  for (const at of words.keys()) {
    if (!isOfClass(words[at]!, "stop:past") || isNegated(words, at)) continue;
    const before = words[at - 1]?.word;
    const isAuthored =
      at === 0 ||
      before === undefined ||
      PEOPLE.has(before) ||
      (isBe(before) && !before.startsWith("get")) ||
      words[at - 1]!.isSpecific ||
      before === "and" ||
      words[at - 1]!.isMark;
    most = Math.max(most, isAuthored ? 3 : isElsewhere ? 1.8 : 2);
  }
  return most;
}

/** "Not shippable", "a price we won't pay", "the subsoil will not bear it". */
function refuses(words: readonly Token[], text: string): number {
  if (/\b(?:not|n't|hardly|never) (?:\w+ )?\w{3,}(?:able|ible)\b/i.test(text)) return 2.5;
  for (const [at, { word }] of words.entries()) {
    const isRefusal =
      REFUSALS.has(word) ||
      ((word === "will" || word === "would" || word === "can" || word === "could") &&
        words[at + 1]?.word === "not");
    if (isRefusal) {
      const verb = words[at + (REFUSALS.has(word) ? 1 : 2)]?.word ?? "";
      const isWilled = /^w(?:on't|ill)$/.test(word) && /^(?:i|we)$/.test(words[at - 1]?.word ?? "");
      return isWilled && !UNWILLED.has(verb) ? 3 : 2;
    }
    if (word === "no" && /^(?:said|say|told|tell|was|is|means|meant)$/.test(words[at - 1]?.word ?? ""))
      return 2.5;
  }
  return /\b(?:told|tell|said) (?:\w+ ){0,4}no\b/i.test(text) ? 2.5 : 0;
}

/** "78 parts is the recipe now", "since April every driver pays". */
function stands(words: readonly Token[], text: string): number {
  const at = words.findIndex(({ word }) => STANDING.has(word));
  const isDated = /^(?:so |and )?(?:since|from|as of|starting|beginning) /i.test(text);
  if ((at < 0 && !isDated) || words[at - 1]?.word === "for" || words[at - 1]?.word === "until") return 0;
  if (words.some(({ word }, index) => NEGATIONS.has(word) || isNegated(words, index + 1))) return 0;
  const isState = words.some(
    (token) => isBe(token.word) || hasClass(token, ["state", "adopt", "build", "adopt:past", "build:past"]),
  );
  return isState ? 2.5 : 0;
}

/** "Ordered 2,000 tags", "the lease is signed", "merged". */
function adopts(words: readonly Token[]): number {
  for (const at of words.keys())
    if (
      isOfClass(words[at]!, "adopt:past") &&
      !isNegated(words, at) &&
      !NEGATIONS.has(words[at + 1]?.word ?? "")
    )
      return 2;
  return 0;
}

function isBe(word: string): boolean {
  return /^(?:is|are|was|were|been|be|being|it's|that's|got|get|gets)$/.test(word);
}

function isNegated(words: readonly Token[], at: number): boolean {
  return words
    .slice(Math.max(0, at - 3), at)
    .some(({ word, isMark }) => !isMark && (NEGATIONS.has(word) || word.endsWith("n't")));
}

/** Whether the words before a mention say that it was not taken: "instead of the caching approach". */
export function refusesName(clause: string, nameWords: ReadonlySet<string>, isChoice: boolean): boolean {
  const words = clause
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .filter(Boolean);
  const at = words.findIndex((word) => [...topicOf(word)].some((one) => nameWords.has(one)));
  if (at < 0) return false;
  const before = words.slice(Math.max(0, at - 4), at);
  return (
    before.slice(-3).some((word) => ["not", "without", "dropping"].includes(word)) ||
    (isChoice && before.slice(-3).some((word) => word === "over" || word === "than")) ||
    before.join(" ").includes("instead of")
  );
}
