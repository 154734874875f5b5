import { stem } from "../words/stem.ts";
import type { Concept } from "./concepts.ts";
import type { Document } from "./document.ts";
import { likeness, type WordVectors } from "./word-vectors.ts";

/** How similar a text is in meaning to a question. */
export interface Meaning {
  /** For each word of the question, how similar the most similar word of the text is, from 0 to 1. */
  readonly words: readonly number[];
  /** How similar the text is as a whole. */
  readonly whole: number;
}

/** Compares texts with a question in meaning. */
export type Compare = (text: Document) => Meaning;

/** Creates the comparison with a question. Similarities of words are kept, because thoughts repeat them. */
export function createCompare(concepts: readonly Concept[], vectors: WordVectors): Compare {
  const roots = concepts.map(({ word }) => stem(word));
  const direction = vectors.direction(roots);
  const known = new Map<string, readonly number[]>();
  const similarities = (word: string): readonly number[] => {
    const found = known.get(word) ?? roots.map((root) => vectors.similarity(root, word));
    known.set(word, found);
    return found;
  };
  return ({ places }) => {
    const words = roots.map(() => 0);
    for (const word of places.keys()) {
      for (const [index, similarity] of similarities(word).entries())
        if (similarity > words[index]!) words[index] = similarity;
    }
    return { words, whole: likeness(direction, vectors.direction(places.keys())) };
  };
}
