import { actsOf, type ReadClause, readTokens } from "../facts/reading.ts";
import { tokensOf } from "../facts/tokens.ts";
import { type Rarity, wordFeatures, worthOf } from "./word-worth.ts";

/** Introductory words that a summary can leave out. */
const FILLERS =
  /^(?:(?:so|therefore|thus|hence|and|but|ok|okay|well|hmm|right|alright|actually|also|now|then|still|in the end|in short|i think|i believe|it seems|as it turns out|turns out|(?:i|we) (?:had )?(?:tried|considered|thought about|looked into|experimented with)),? (?:that )?)(?=\S)/i;
const NEGATIONS = new Set("not no never nobody none nothing without neither nor hardly cannot".split(" "));
/** Features of words that say something by themselves, also where they are no topic: "off", "only". */
const CARRIERS = ["stem", "back", "only", "never"];
/** How many words a negation may stand before what it denies. */
const NEGATED = 3;
/** A unit that is left out between two others costs a mark of more bytes than the space it replaces. */
const MARK = "…";
const MARK_BYTES = 2;
/** A short clause that plainly decides, gives up, asks or plans is kept whole, before other words. */
const STATES = 2.5;
const SHORT_CLAUSE = 45;
const BY_STATING = 2;
/** Long units must say more than short ones. */
const BY_SIZE = 0.8;

/** A part of a line; the part that states the fact weighs more than its explanation. */
export interface Part {
  readonly text: string;
  readonly weight: number;
  readonly isReason?: boolean;
}

/** Words that are kept or left out together: one word, "40 ms", "does not survive". */
interface Unit {
  readonly text: string;
  readonly bytes: number;
  readonly rank: number;
  /** It says something by itself, so that its absence is marked. */
  readonly isContent: boolean;
}

/** A statement without introductory words. */
export function withoutFiller(text: string): string {
  const rest = text.replace(FILLERS, "");
  return rest === text || rest === "" ? text : `${rest[0]!.toUpperCase()}${rest.slice(1)}`;
}

/**
 * Prepares a line so that it can be cut to any length. A line that is too long keeps the words by which its fact is
 * recognized: names, numbers, rare and negated words. A greater length never loses a word that a smaller one keeps.
 */
export function cutter(parts: readonly Part[], rarity: Rarity): (most: number) => string {
  const whole = parts.reduce((all, part) => `${all}${joint(all, part)}${part.text}`, "");
  const size = Buffer.byteLength(whole);
  let plan: Plan | undefined;
  return (most) => {
    if (size <= most) return whole;
    plan ??= planOf(parts.flatMap((part) => unitsOf(part, rarity)));
    return render(plan, most) || `${[...whole].slice(0, Math.max(1, Math.floor(most / 4))).join("")}…`;
  };
}

function joint(before: string, { text, isReason }: Part): string {
  if (before === "") return "";
  return /[.!?:;,…]$/.test(before) || /^(?:because|since|as|so)\b/i.test(text) ? " " : isReason ? ": " : "; ";
}

/** The units of a line, the order in which they are kept, and the size of the line after each. */
interface Plan {
  readonly units: readonly Unit[];
  readonly order: readonly number[];
  readonly sizes: readonly number[];
}

function planOf(units: readonly Unit[]): Plan {
  const order = [...units.keys()]
    .filter((place) => units[place]!.isContent)
    .toSorted((a, b) => units[b]!.rank - units[a]!.rank || a - b);
  const isKept = new Uint8Array(units.length);
  const sizes: number[] = [];
  let size = -1;
  for (const place of order) {
    const [left, right] = [gapOf(units, isKept, place, -1), gapOf(units, isKept, place, 1)];
    // A mark on both sides of a new unit takes the place of one between its neighbours.
    const marks = Number(left === "marked") + Number(right === "marked");
    const before = left !== "open" && right !== "open" ? 1 : 0;
    isKept[place] = 1;
    size += units[place]!.bytes + 1 + MARK_BYTES * (marks - before);
    sizes.push(size);
  }
  return { units, order, sizes };
}

/** Whether something is left out between a place and the next kept unit, if there is one. */
function gapOf(
  units: readonly Unit[],
  isKept: Uint8Array,
  place: number,
  step: 1 | -1,
): "open" | "marked" | "none" {
  let isMarked = false;
  for (let at = place + step; at >= 0 && at < units.length; at += step) {
    if (isKept[at] === 1) return isMarked ? "marked" : "none";
    isMarked ||= units[at]!.isContent;
  }
  return "open";
}

function render({ units, order, sizes }: Plan, most: number): string {
  const count = sizes.findIndex((size) => size > most);
  const kept = order.slice(0, count < 0 ? order.length : count).toSorted((a, b) => a - b);
  let room = most - (sizes[kept.length - 1] ?? 0);
  let [out, before] = ["", -1];
  for (const place of kept) {
    const between = units.slice(before + 1, place);
    const small = between.reduce((sum, { bytes }) => sum + bytes + 1, 0);
    const isWhole = between.every(({ isContent }) => !isContent);
    // Small words are put back where there is room for them.
    if (isWhole && small <= room) {
      for (const { text } of between) out += `${out === "" ? "" : " "}${text}`;
      room -= small;
    }
    const { text } = units[place]!;
    out += out === "" ? text : isWhole ? ` ${text}` : `${MARK}${text}`;
    before = place;
  }
  return out;
}

/** How much a clause decides, gives up, asks or plans. */
function actOf(clause: ReadClause): number {
  const { commit, abandon, doubt, plan } = actsOf(clause);
  return Math.min(3, Math.max(commit, abandon, doubt, plan));
}

function unitsOf({ text, weight }: Part, rarity: Rarity): readonly Unit[] {
  const all = tokensOf(text);
  const clauses = readTokens(text, all).clauses.map((clause) => ({
    from: clause.from,
    to: clause.to,
    act: actOf(clause),
  }));
  const tokens = all.filter(({ isMark }) => !isMark);
  const words = [...text.matchAll(/\S{1,80}/g)].map(({ 0: word, index }) => {
    const own = tokens.filter(({ from, to }) => from < index + word.length && to > index);
    const at = own[0] ? tokens.indexOf(own[0]) : -1;
    const features = wordFeatures(own, tokens[at - 1], tokens[at + own.length], rarity, index / text.length);
    const isNegation = own.some((token) => NEGATIONS.has(token.word) || token.word.endsWith("n't"));
    const isNumber = /^[^\p{L}]*\p{N}/u.test(word);
    const clause = clauses.findLast(({ from }) => from <= index);
    const act = clause?.act ?? 0;
    return {
      word,
      worth: worthOf(features),
      clause: act >= STATES ? clause : undefined,
      isNegation,
      isNumber,
      isContent: isNumber || CARRIERS.some((name) => features.has(name)),
    };
  });
  const units: Unit[] = [];
  for (let from = 0; from < words.length; ) {
    let to = from + 1;
    const first = words[from]!;
    const ends = (one: string) => /[,.;:!?)]$/.test(one);
    const clause = first.clause;
    if (clause && clause.to - clause.from <= SHORT_CLAUSE) while (words[to]?.clause === clause) to++;
    else if (first.isNegation)
      while (
        to < words.length &&
        to - from < NEGATED &&
        !ends(words[to - 1]!.word) &&
        !words[to - 1]!.isContent
      )
        to++;
    else if (first.isNumber && !ends(first.word) && words[to]?.isContent === true && !words[to]!.isNumber)
      to++;
    const own = words.slice(from, to);
    const whole = own.map(({ word }) => word).join(" ");
    const bytes = Buffer.byteLength(whole);
    const worth = own.reduce((sum, one) => sum + one.worth, 0);
    units.push({
      text: whole,
      bytes,
      rank: (weight * worth * (to - from > NEGATED ? BY_STATING : 1)) / (bytes + 1 + MARK_BYTES) ** BY_SIZE,
      isContent: own.some((one) => one.isContent || one.isNegation),
    });
    from = to;
  }
  return units;
}
