import { stem } from "../words/stem.ts";
import { forEachToken } from "../words/tokens.ts";
import type { Concept } from "./concepts.ts";
import { partsOf } from "./identifiers.ts";

/** How many positions of a word are kept. */
const MOST_PLACES = 32;

/** A text as its words. */
export interface Document {
  readonly length: number;
  /** The indexes of the words with each stem, the first ones. */
  readonly places: ReadonlyMap<string, readonly number[]>;
  /** For the part of an identifier, the stem of the whole. */
  readonly wholes: ReadonlyMap<string, string>;
}

/** Splits a text into words. The parts of an identifier count as words beside the whole. */
export function readDocument(text: string): Document {
  const places = new Map<string, number[]>();
  const wholes = new Map<string, string>();
  let length = 0;
  const put = (found: string): void => {
    const known = places.get(found);
    if (!known) places.set(found, [length]);
    else if (known.length < MOST_PLACES) known.push(length);
  };
  forEachToken(text, (token, begin, end) => {
    const whole = stem(token);
    put(whole);
    for (const part of partsOf(text.slice(begin, end))) {
      const found = stem(part);
      if (found === whole) continue;
      put(found);
      wholes.set(found, whole);
    }
    length++;
  });
  return { length, places, wholes };
}

/** How a text matches a word. */
export interface ConceptMatch {
  /** The quality of the best form that occurs; 0 if none does. */
  readonly quality: number;
  /** How often it occurs, each form by its quality. */
  readonly frequency: number;
  readonly places: readonly number[];
  /** The stems that occur. */
  readonly stems: readonly string[];
}

const NONE: ConceptMatch = { quality: 0, frequency: 0, places: [], stems: [] };

/** Looks up a word in a text, in all its forms. */
export function matchOf({ places, wholes }: Document, concept: Concept): ConceptMatch {
  let [quality, frequency] = [0, 0];
  const found: number[] = [];
  const stems: string[] = [];
  const isShort = places.size < concept.forms.size;
  for (const form of (isShort ? places : concept.forms).keys()) {
    const at = places.get(form);
    const worth = concept.forms.get(form)?.quality;
    if (!at || worth === undefined) continue;
    quality = Math.max(quality, worth);
    frequency += at.length * worth;
    found.push(...at);
    stems.push(form);
    const whole = wholes.get(form);
    if (whole !== undefined) stems.push(whole);
  }
  return stems.length === 0 ? NONE : { quality, frequency, places: found, stems };
}
