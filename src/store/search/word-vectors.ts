/** The number that is 0 in the table; see `scripts/word-vectors.ts`. */
const ZERO = 63;

/** How similar the meanings of words and texts are. All words are stems; an unknown one is similar to none. */
export interface WordVectors {
  /** The similarity of two words, from 0 to 1; less if the second one is a much more frequent word. */
  similarity(word: string, other: string): number;
  /** The mean direction of some words, the rarer ones counting more; undefined if all are unknown. */
  direction(words: Iterable<string>): Float32Array | undefined;
}

/** Words that are less similar than this have nothing to do with each other. */
const UNRELATED = 0.4;

let loaded: Promise<WordVectors> | undefined;

/** Reads the table of word vectors, on the first search only: it takes some 3 MB. */
export function wordVectors(): Promise<WordVectors> {
  loaded ??= import("./word-vectors.vec").then(({ default: table }) => readTable(table));
  return loaded;
}

function readTable(table: string): WordVectors {
  const end = table.indexOf("\n");
  const words = table.slice(0, end).split(" ");
  const numbers = table.slice(end + 1).trimEnd();
  const size = numbers.length / words.length;
  const places = new Map(words.map((word, place) => [word, place]));
  const values = new Int8Array(numbers.length);
  for (let at = 0; at < numbers.length; at++) values[at] = numbers.charCodeAt(at) - ZERO;
  // Of word vectors, the cosine is the product.
  const lengths = new Float32Array(words.length);
  for (let place = 0; place < words.length; place++) lengths[place] = Math.sqrt(product(place, place)) || 1;

  function product(a: number, b: number): number {
    let sum = 0;
    for (let at = 0; at < size; at++) sum += values[a * size + at]! * values[b * size + at]!;
    return sum;
  }
  return {
    similarity(word, other) {
      const [a, b] = [places.get(word), places.get(other)];
      if (a === undefined || b === undefined) return 0;
      const cosine = product(a, b) / (lengths[a]! * lengths[b]!);
      return Math.max(0, (cosine - UNRELATED) / (1 - UNRELATED)) * Math.min(1, rarity(b) / rarity(a));
    },
    direction(some) {
      const sum = new Float32Array(size);
      let isKnown = false;
      for (const word of some) {
        const place = places.get(word);
        if (place === undefined) continue;
        isKnown = true;
        const weight = rarity(place) / lengths[place]!;
        for (let at = 0; at < size; at++) sum[at]! += weight * values[place * size + at]!;
      }
      return isKnown ? sum : undefined;
    },
  };
}

/** How rare a word is in English, from its place in the table, which is in order of frequency. */
const rarity = (place: number): number => Math.log((place + 60) / 20);

/** The cosine of two directions; 0 if one is unknown or they are opposite. */
export function likeness(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (!a || !b) return 0;
  let [product, lengthA, lengthB] = [0, 0, 0];
  for (let at = 0; at < a.length; at++) {
    product += a[at]! * b[at]!;
    lengthA += a[at]! * a[at]!;
    lengthB += b[at]! * b[at]!;
  }
  return Math.max(0, product / Math.sqrt(lengthA * lengthB || 1));
}
