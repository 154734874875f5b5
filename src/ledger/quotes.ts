/** How many words in a row count as a quote. */
const SHINGLE = 6;
/** The least length of a word that can identify a text. */
const SHORTEST = 4;
/** The longest compound, such as an identifier with hyphens, that is searched as a whole. */
const LONGEST_COMPOUND = 8;
/** The hashes are spread over this many sets, so that no set is copied for long when it grows. */
const SETS = 256;
/** The most hashes of a set, about 16 million in all (256 MB); further phrases are ignored. */
const MOST_IN_SET = 65_536;

/** Phrases that show that a text quotes another one: runs of six words, single words and compounds. */
export interface Phrases {
  add(text: string): void;
  /** The phrases that a text contains. Words are in lower case, separated by spaces. */
  in(text: string): Iterable<string>;
  /** Whether a phrase identifies the text wherever it is found: a run of words, a key or another made-up name. */
  isDistinctive(phrase: string): boolean;
}

/** How phrases are collected. */
export interface PhraseOptions {
  /** Whether a word of letters only counts by itself. */
  readonly plainWords?: boolean;
  /** Every how many words a run of six is kept. A quote of `stride + 5` words in a row has one of them. */
  readonly stride?: number;
}

/** Collects phrases. They are kept as hashes: a long session has millions. */
export function createPhrases({ plainWords = true, stride = 1 }: PhraseOptions = {}): Phrases {
  const sets = Array.from({ length: SETS }, createSet);
  const has = (hash: number): boolean => sets[hash % SETS]!.has(hash);
  const keep = (hash: number): void => sets[hash % SETS]!.add(hash);
  const hashOf = (words: readonly string[]): number => hashesOf(words).from(0).nth(words.length);
  const keepWords = (words: readonly string[]): void => keep(hashOf(words));

  function addNames(chunk: string): void {
    const names = chunk.split(BETWEEN_NAMES).filter(Boolean);
    for (const name of names) {
      const parts = wordsIn(name);
      if (parts.length > LONGEST_COMPOUND || !isMadeUp(name, parts, names.length === 1)) continue;
      keepWords(parts);
      keepWords([DISTINCTIVE, ...parts]);
    }
  }

  return {
    add(text) {
      const words = wordsIn(text);
      const hashes = hashesOf(words);
      const last = words.length - SHINGLE;
      for (let at = 0; at <= last; at += stride) keep(hashes.from(at).nth(SHINGLE));
      if (last > 0) keep(hashes.from(last).nth(SHINGLE));
      for (const chunk of text.split(/\s/)) {
        if (!plainWords && PLAIN.test(chunk)) continue;
        const parts = wordsIn(chunk);
        if (parts.length === 0) continue;
        addNames(chunk);
        if (parts.length <= LONGEST_COMPOUND && parts.join(" ").length >= SHORTEST) keepWords(parts);
        if (parts.length > 1)
          for (const part of parts)
            if (part.length >= SHORTEST && (plainWords || !PLAIN.test(part))) keepWords([part]);
      }
    },
    *in(text) {
      const words = wordsIn(text);
      const hashes = hashesOf(words);
      for (let at = 0; at < words.length; at++) {
        const run = hashes.from(at);
        const longest = Math.min(LONGEST_COMPOUND, words.length - at);
        for (let length = 1; length <= longest; length++)
          if (has(run.nth(length))) yield words.slice(at, at + length).join(" ");
      }
    },
    isDistinctive(phrase) {
      const words = phrase.split(" ");
      return words.length === SHINGLE || has(hashOf([DISTINCTIVE, ...words]));
    },
  };
}

/** Marks the hash of a phrase that identifies its text; no word contains the character. */
const DISTINCTIVE = "!";

/** A word of letters only, with the marks around it. */
const PLAIN = /^[^\p{L}\p{N}]{0,3}\p{L}\p{Ll}*[^\p{L}\p{N}]{0,3}$/u;

const BETWEEN_NAMES = /[^\p{L}\p{N}_-]+/u;
/** Lengths from which a name is not an ordinary word or identifier. */
const KEY = 10;
const CAPITALS = 12;
const COMPOUND = 17;

/**
 * Whether a name was made up for one purpose, such as a key: letters mixed with digits, but not a word with a version, a
 * long word in capitals, or a compound of three parts that is not part of a path.
 */
function isMadeUp(name: string, parts: readonly string[], standsAlone: boolean): boolean {
  const isMixed = (part: string) => /\p{L}/u.test(part) && /\p{N}/u.test(part);
  if (parts.some((part) => part.length >= KEY && isMixed(part) && !/^\p{L}+\p{N}{1,4}$/u.test(part)))
    return true;
  if (parts.length === 1) return name.length >= CAPITALS && /^\p{Lu}+$/u.test(name);
  if (parts.some((part) => part.length >= SHORTEST && isMixed(part))) return name.length >= CAPITALS;
  return standsAlone && parts.length > 2 && name.length >= COMPOUND;
}

/** A growing set of positive numbers. */
function createSet() {
  let slots = new Float64Array(16);
  let count = 0;
  function slotOf(hash: number): number {
    // The set was chosen by the remainder, so the rest of the hash chooses the slot.
    let at = Math.floor(hash / SETS) % slots.length;
    while (slots[at] !== 0 && slots[at] !== hash) at = at + 1 === slots.length ? 0 : at + 1;
    return at;
  }
  return {
    has: (hash: number) => slots[slotOf(hash)] === hash,
    add(hash: number): void {
      const slot = slotOf(hash);
      if (slots[slot] === hash || count === MOST_IN_SET) return;
      slots[slot] = hash;
      if (++count * 3 < slots.length * 2) return;
      const before = slots;
      slots = new Float64Array(before.length * 2);
      for (const kept of before) if (kept !== 0) slots[slotOf(kept)] = kept;
    },
  };
}

/** Hashes of runs of words: 53 bits each, so that two runs of a ledger do not share one. */
function hashesOf(words: readonly string[]) {
  const high = new Int32Array(words.length);
  const low = new Int32Array(words.length);
  for (const [index, word] of words.entries()) {
    let [a, b] = [0x2545f491, 0x9e3779b1 | 0];
    for (let at = 0; at < word.length; at++) {
      const code = word.charCodeAt(at);
      a = Math.imul(a ^ code, 0x85ebca6b);
      b = Math.imul(b ^ code, 0xc2b2ae35);
      a ^= a >>> 13;
      b ^= b >>> 16;
    }
    high[index] = a;
    low[index] = b;
  }
  const from = (begin: number) => {
    let [a, b, length] = [7, 11, 0];
    return {
      /** The hash of the next `count` words; call it with growing counts. */
      nth(count: number): number {
        for (; length < count; length++) {
          a = Math.imul(a, 0x01000193) ^ high[begin + length]!;
          b = Math.imul(b, 0x27d4eb2f) ^ low[begin + length]!;
          a ^= a >>> 15;
          b ^= b >>> 14;
        }
        return (a >>> 0) * 2 ** 21 + (b >>> 11) + 1;
      },
    };
  };
  return { from };
}

/** The words of a text in lower case. Escapes of JSON in JSON separate words. */
export function wordsIn(text: string): readonly string[] {
  return (
    text
      .replace(/\\{1,9}(?:u[0-9a-fA-F]{4}|[bfnrt"/])/g, " ")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
