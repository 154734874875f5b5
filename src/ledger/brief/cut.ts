import { readWords, type Scale, type Standing, worthOf } from "./word-worth.ts";

/** Introductory words that a summary can leave out. */
const FILLERS =
  /^(?:(?:so|therefore|thus|hence|and|but|ok|okay|well|hmm|right|alright|actually|also|now|then|still|in the end|in short|i think|i believe|it seems|as it turns out|turns out|(?:i|we) (?:had )?(?:tried|considered|thought about|looked into|experimented with)),? (?:that )?)(?=\S)/i;
/** A cut does not end in a word that announces another. */
const ANNOUNCING = new Set(
  "a an the of in on at to for with by from per as into and or but so because since than that which who is are was were be not no very its their our my your his her this these those if while when".split(
    " ",
  ),
);
const TRAILING = /[,;:–—-]{1,9}$/;
const GAP = " … ";
/** What a gap takes instead of a space, and the mark of a clause that is cut. */
const GAP_BYTES = 4;
const MARK_BYTES = 3;
/** A clause that plainly decides, gives up, asks or plans is kept before others. */
const BY_STATING = 0.4;
/** Long clauses must say more than short ones. */
const BY_SIZE = 0.8;
/** A shorter clause, such as "On Monday,", is kept or left out together with the next one. */
const LEAST_CLAUSE = 14;
/** By how much a line may be longer to end with its clause. */
const ALMOST = 1.2;
/** The least that is shown of a clause, in bytes. */
const LEAST_SHOWN = 16;

/** A part of a line; the part that states the fact weighs more than its explanation. */
export interface Part {
  readonly text: string;
  readonly weight: number;
  readonly isReason?: boolean;
  /** Where it stands among the sentences of its thought. */
  readonly standing?: Standing;
}

/** Words that are kept together, from the first on. */
interface Clause {
  readonly words: readonly string[];
  readonly rank: number;
}

/** A statement without introductory words. */
export function withoutFiller(text: string): string {
  const rest = text.replace(FILLERS, "");
  return rest === text || rest === "" ? text : `${rest[0]!.toUpperCase()}${rest.slice(1)}`;
}

/**
 * Prepares a line so that it can be cut to any length. A line that is too long keeps the clauses by which its fact is
 * recognized, as they were written. A greater length never loses a word that a smaller one keeps.
 */
export function cutter(parts: readonly Part[], scale: Scale): (most: number) => string {
  const whole = parts.reduce((all, part) => `${all}${joint(all, part)}${part.text}`, "");
  const size = Buffer.byteLength(whole);
  let plan: Plan | undefined;
  return (most) => {
    if (size <= most) return whole;
    plan ??= planOf(parts.flatMap((part, index) => clausesOf(part, parts[index + 1], scale)));
    return (
      render(plan, countWithin(plan, most)) ||
      `${[...whole].slice(0, Math.max(1, Math.floor(most / 4))).join("")}…`
    );
  };
}

function joint(before: string, { text, isReason }: Part): string {
  if (before === "") return "";
  return /[.!?:;,…]$/.test(before) || /^(?:because|since|as|so)\b/i.test(text) ? " " : isReason ? ": " : "; ";
}

/** The clauses of a line, the order in which their words are kept, and the size of the line by the number of kept words. */
interface Plan {
  readonly clauses: readonly Clause[];
  readonly order: readonly number[];
  readonly sizes: readonly number[];
}

function planOf(clauses: readonly Clause[]): Plan {
  const order = [...clauses.keys()].toSorted((a, b) => clauses[b]!.rank - clauses[a]!.rank || a - b);
  const isKept = new Uint8Array(clauses.length);
  const sizes = [0];
  let [bytes, runs] = [-1, 0];
  for (const place of order) {
    const { words } = clauses[place]!;
    // While a clause is not whole, it stands apart and ends in a mark.
    let open = bytes + Math.max(0, runs) * GAP_BYTES + MARK_BYTES;
    for (const word of words.slice(0, -1)) {
      open += Buffer.byteLength(word) + 1;
      sizes.push(Math.max(sizes.at(-1)!, open));
    }
    bytes += words.reduce((sum, word) => sum + Buffer.byteLength(word) + 1, 0);
    runs += 1 - (isKept[place - 1] ?? 0) - (isKept[place + 1] ?? 0);
    isKept[place] = 1;
    sizes.push(Math.max(sizes.at(-1)!, bytes + (runs - 1) * GAP_BYTES));
  }
  return { clauses, order, sizes };
}

/** How many words fit into a size. A clause that is almost whole may be somewhat longer. */
function countWithin({ clauses, order, sizes }: Plan, most: number): number {
  const count = sizes.findLastIndex((one) => one <= most);
  let end = 0;
  for (const place of order) {
    end += clauses[place]!.words.length;
    if (end > count) return sizes[end]! <= most * ALMOST ? end : count;
  }
  return end;
}

/** The line with its first `count` words in the order of its plan. */
function render({ clauses, order }: Plan, count: number): string {
  const shown = new Map<number, string>();
  let left = count;
  for (const place of order) {
    const { words } = clauses[place]!;
    if (left < words.length) {
      const text = beginning(words.slice(0, left));
      if (text !== "" && (shown.size === 0 || Buffer.byteLength(text) >= LEAST_SHOWN))
        shown.set(place, `${text}…`);
      break;
    }
    shown.set(place, words.join(" "));
    left -= words.length;
  }
  let [out, before] = ["", -1];
  for (const [place, text] of [...shown].toSorted(([a], [b]) => a - b)) {
    out += out === "" ? text : place === before + 1 || out.endsWith("…") ? ` ${text}` : `${GAP}${text}`;
    before = place;
  }
  return out.replace(TRAILING, "");
}

/** The first words of a clause, without those that announce what follows. */
function beginning(words: readonly string[]): string {
  let count = words.length;
  while (count > 0 && ANNOUNCING.has(words[count - 1]!.toLowerCase())) count--;
  return words.slice(0, count).join(" ").replace(TRAILING, "");
}

/** The clauses of a part; what joins it to the next one stands behind its last word. */
function clausesOf(
  { text, weight, standing = "only" }: Part,
  next: Part | undefined,
  scale: Scale,
): Clause[] {
  const words = readWords(text, scale.rarity, standing).map(({ word, features, clause }) => ({
    text: word,
    bytes: Buffer.byteLength(word) + 1,
    worth: worthOf(features, scale.weights),
    stating: features.get("clause act") ?? 0,
    clause,
  }));
  const groups: (typeof words)[] = [];
  for (const word of words) {
    const open = groups.at(-1);
    if (open && (open.at(-1)!.clause === word.clause || sizeOf(open) < LEAST_CLAUSE)) open.push(word);
    else groups.push([word]);
  }
  if (groups.length > 1 && sizeOf(groups.at(-1)!) < LEAST_CLAUSE) {
    const end = groups.pop()!;
    groups.at(-1)!.push(...end);
  }
  const last = words.at(-1);
  if (last && next) last.text += joint(text, next).trimEnd();
  return groups.map((group) => {
    const worth = group.reduce((sum, one) => sum + one.worth, 0);
    const stating = Math.max(...group.map((one) => one.stating));
    return {
      words: group.map((one) => one.text),
      rank: (weight * worth * (1 + BY_STATING * stating)) / sizeOf(group) ** BY_SIZE,
    };
  });
}

function sizeOf(words: readonly { readonly bytes: number }[]): number {
  return words.reduce((sum, { bytes }) => sum + bytes, 0);
}
