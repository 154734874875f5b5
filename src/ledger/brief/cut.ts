import { readWords, type Scale, type Standing, worthOf } from "./word-worth.ts";

/** Introductory words that a summary can leave out. */
const FILLERS =
  /^(?:(?:so|therefore|thus|hence|and|but|ok|okay|well|hmm|right|alright|actually|also|now|then|still|in the end|in short|i think|i believe|it seems|as it turns out|turns out|(?:i|we) (?:had )?(?:tried|considered|thought about|looked into|experimented with)),? (?:that )?)(?=\S)/i;
const NEGATIONS = new Set("not no never nobody none nothing without neither nor hardly cannot".split(" "));
/** Features of words that say something by themselves, also where they are no topic: "off", "only". */
const CARRIERS = ["stem", "back", "only", "never", "numeral", "modifier"];
/** How many words a negation may stand before what it denies. */
const NEGATED = 3;
/** Small words between two kept units are kept with them up to this size: "67 to 74 percent". */
const JOINED = 5;
/** How many words of a phrase are kept or left out together. */
const PHRASE = 3;
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
  /** Where it stands among the sentences of its thought. */
  readonly standing?: Standing;
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
export function cutter(parts: readonly Part[], scale: Scale): (most: number) => string {
  const whole = parts.reduce((all, part) => `${all}${joint(all, part)}${part.text}`, "");
  const size = Buffer.byteLength(whole);
  let plan: Plan | undefined;
  return (most) => {
    if (size <= most) return whole;
    plan ??= planOf(parts.flatMap((part) => unitsOf(part, scale)));
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
    const gaps = [gapOf(units, isKept, place, -1), gapOf(units, isKept, place, 1)];
    isKept[place] = 1;
    size += units[place]!.bytes + 1;
    for (const gap of gaps)
      size += gap.isMarked ? MARK_BYTES : gap.isOpen || gap.bytes > JOINED ? 0 : gap.bytes;
    // A unit between two kept ones takes the place of the mark between them.
    if (gaps.every(({ isOpen }) => !isOpen)) size -= MARK_BYTES;
    sizes.push(size);
  }
  return { units, order, sizes };
}

interface Gap {
  /** No unit is kept on this side. */
  readonly isOpen: boolean;
  /** Content is left out between. */
  readonly isMarked: boolean;
  /** The size of the small words between. */
  readonly bytes: number;
}

/** What is between a place and the next kept unit. */
function gapOf(units: readonly Unit[], isKept: Uint8Array, place: number, step: 1 | -1): Gap {
  let [isMarked, bytes] = [false, 0];
  for (let at = place + step; at >= 0 && at < units.length; at += step) {
    if (isKept[at] === 1) return { isOpen: false, isMarked, bytes };
    isMarked ||= units[at]!.isContent;
    bytes += units[at]!.bytes + 1;
  }
  return { isOpen: true, isMarked: false, bytes };
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
    const isJoined = before >= 0 && small <= JOINED;
    // Small words join what they stand between, and are put back elsewhere where there is room for them.
    if (isWhole && (isJoined || small <= room)) {
      for (const { text } of between) out += `${out === "" ? "" : " "}${text}`;
      if (!isJoined) room -= small;
    }
    const { text } = units[place]!;
    out += out === "" ? text : isWhole ? ` ${text}` : `${MARK}${text}`;
    before = place;
  }
  return out;
}

function unitsOf({ text, weight, standing = "only" }: Part, scale: Scale): readonly Unit[] {
  const words = readWords(text, scale.rarity, standing).map(({ word, own, features, clause }) => {
    const isNegation = own.some((token) => NEGATIONS.has(token.word) || token.word.endsWith("n't"));
    const isNumber = /^[^\p{L}]*\p{N}/u.test(word);
    return {
      word,
      worth: worthOf(features, scale.weights),
      clause: (features.get("clause act") ?? 0) >= STATES ? clause : undefined,
      isNegation,
      isContent: isNumber || isNegation || CARRIERS.some((name) => features.has(name)),
    };
  });
  const units: Unit[] = [];
  for (let from = 0; from < words.length; ) {
    const first = words[from]!;
    let to = from + 1;
    const clause = first.clause;
    if (clause && clause.to - clause.from <= SHORT_CLAUSE) while (words[to]?.clause === clause) to++;
    else if (first.isNegation)
      while (
        to < words.length &&
        to - from < NEGATED &&
        !endsPhrase(words[to - 1]!.word) &&
        (to === from + 1 || !words[to - 1]!.isContent)
      )
        to++;
    // Words of one phrase mean little without each other: "oldest ready job", "40 ms".
    else if (first.isContent)
      while (
        to - from < PHRASE &&
        !endsPhrase(words[to - 1]!.word) &&
        words[to]?.isContent === true &&
        !words[to]!.isNegation
      )
        to++;
    const own = words.slice(from, to);
    const whole = own.map(({ word }) => word).join(" ");
    const bytes = Buffer.byteLength(whole);
    const worth = own.reduce((sum, one) => sum + one.worth, 0);
    units.push({
      text: whole,
      bytes,
      rank: (weight * worth * (to - from > NEGATED ? BY_STATING : 1)) / (bytes + 1 + MARK_BYTES) ** BY_SIZE,
      isContent: own.some((one) => one.isContent),
    });
    from = to;
  }
  return units;
}

function endsPhrase(word: string): boolean {
  return /[,.;:!?)]$/.test(word);
}
