/** How many words in a row count as a quote. */
const SHINGLE = 6;
/** The least length of a word that can identify a text. */
const SHORTEST = 4;
/** The longest compound, such as an identifier with hyphens, that is searched as a whole. */
const LONGEST_COMPOUND = 8;
/** Sizes of the hash tables: the first ones are small, the others hold about 700,000 phrases each. */
const SLOTS = [1 << 12, 1 << 16, 1 << 20];
/** The most tables (256 MB, for about 120 MB of text); further phrases are ignored. */
const MOST_TABLES = 34;

/** Phrases that show that a text quotes another one: runs of six words, single words and compounds. */
export interface Phrases {
  add(text: string): void;
  /** The phrases that a text contains. Words are in lower case, separated by spaces. */
  in(text: string): Iterable<string>;
}

/** How phrases are collected. */
export interface PhraseOptions {
  /** Whether a word of letters only counts by itself. */
  readonly plainWords?: boolean;
}

/** Collects phrases. They are kept as hashes: a long session has millions. */
export function createPhrases({ plainWords = true }: PhraseOptions = {}): Phrases {
  const tables: Table[] = [];
  const has = (hash: number): boolean => tables.some((table) => table.has(hash));

  function keep(hash: number): void {
    if (has(hash)) return;
    const last = tables.at(-1);
    if (last?.add(hash) || tables.length === MOST_TABLES) return;
    const table = createTable(SLOTS[Math.min(tables.length, SLOTS.length - 1)]!);
    table.add(hash);
    tables.push(table);
  }

  const keepWords = (words: readonly string[]): void => keep(hashesOf(words, 0).nth(words.length));

  return {
    add(text) {
      const words = wordsIn(text);
      const hashes = hashesOf(words);
      for (let at = 0; at + SHINGLE <= words.length; at++) keep(hashes.from(at).nth(SHINGLE));
      for (const chunk of text.split(/\s/)) {
        const parts = wordsIn(chunk);
        if (parts.length === 0 || (!plainWords && PLAIN.test(chunk))) continue;
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
  };
}

/** A word of letters only, with the marks around it. */
const PLAIN = /^[^\p{L}\p{N}]{0,3}\p{L}\p{Ll}*[^\p{L}\p{N}]{0,3}$/u;

interface Table {
  has(hash: number): boolean;
  /** False if the table is full. */
  add(hash: number): boolean;
}

/** A set of positive numbers with a fixed size. */
function createTable(slots: number): Table {
  const kept = new Float64Array(slots);
  let free = Math.floor(slots * 0.7);
  function slotOf(hash: number): number {
    let at = hash % slots;
    while (kept[at] !== 0 && kept[at] !== hash) at = at + 1 === slots ? 0 : at + 1;
    return at;
  }
  return {
    has: (hash) => kept[slotOf(hash)] === hash,
    add(hash) {
      if (free === 0) return false;
      kept[slotOf(hash)] = hash;
      free--;
      return true;
    },
  };
}

/** Hashes of runs of words: 53 bits each, so that two runs of a ledger do not share one. */
function hashesOf(words: readonly string[], start = 0) {
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
  return { from, nth: from(start).nth };
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
