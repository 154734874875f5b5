import { stem } from "../words/stem.ts";
import { forEachToken } from "../words/tokens.ts";
import { derivationsOf } from "./derivations.ts";
import { partsOf } from "./identifiers.ts";
import { type Intent, intentOf } from "./intent.ts";
import type { Compare } from "./meaning.ts";
import { isStopWord } from "./stop-words.ts";
import { synonymsOf } from "./synonyms.ts";

/** Limits on the length of a question, on its words, and on the forms of one word. */
const LONGEST = 2000;
const MOST_CONCEPTS = 24;
const MOST_FORMS = 24;
/** In longer questions only the words themselves and their certain forms are looked up. */
const MANY_CONCEPTS = 10;

/** How much a form counts, compared with the word itself. */
export const QUALITY = { same: 1, certain: 0.95, likely: 0.8, close: 0.6, synonym: 0.78 } as const;
/** The least quality of a form that counts as the word itself. */
export const DIRECT = 0.79;
/** How much a word counts that only names a kind of fact. */
const CUE = 0.3;

/** A form of a word. */
export interface Form {
  /** The form before stemming; a text index treats it as one word. */
  readonly text: string;
  readonly quality: number;
}

/** A word of a question with all forms and synonyms that thoughts may use for it. */
export interface Concept {
  /** As written in the question, in lower case. */
  readonly word: string;
  /** Its forms and synonyms, by stem. */
  readonly forms: Map<string, Form>;
  /** How much it counts: less than 1 if it only names a kind of fact. */
  readonly share: number;
}

/** A parsed question. */
export interface Question {
  readonly concepts: readonly Concept[];
  readonly intent: Intent;
  /** Compares a text with the question in meaning. */
  readonly compare: Compare;
  /** Whether all words only name a kind of fact, as in "what is still open?". */
  readonly isOnlyKind: boolean;
  /** Whether the question asks for all facts of a kind in one session; those that match its words come first. */
  readonly listsFacts?: boolean;
}

interface Token {
  readonly token: string;
  readonly written: string;
  readonly begin: number;
  readonly end: number;
}

/** Parses a question. It has no query syntax. */
export function readQuestion(question: string): Omit<Question, "compare"> {
  const text = question.slice(0, LONGEST);
  const tokens: Token[] = [];
  forEachToken(text, (token, begin, end) =>
    tokens.push({ token, written: text.slice(begin, end), begin, end }),
  );
  const intent = intentOf(text);
  const named = tokens.filter(({ token }) => !isStopWord(token));
  const used = named.length > 0 ? named : tokens;
  const concepts = new Map<string, Concept>();
  const add = (word: string, text: string, also: readonly string[] = []): void => {
    const root = stem(word);
    const known = concepts.get(root);
    if (!known && concepts.size >= MOST_CONCEPTS) return;
    const share = named.length > 0 && intent.cues.has(word) ? CUE : 1;
    const concept = known ?? { word, forms: new Map([[root, { text, quality: QUALITY.same }]]), share };
    for (const other of also) concept.forms.set(stem(other), { text: other, quality: QUALITY.same });
    concepts.set(root, concept);
  };
  for (const { token, written } of used) {
    const parts = partsOf(written).filter((part) => !isStopWord(part));
    if (parts.length === 0) add(token, written);
    else for (const part of parts) add(part, part, [token]);
  }
  for (const [joined, parts] of joinedWords(text, used)) for (const part of parts) add(part, part, [joined]);
  if (named.length > 0) for (const concept of concepts.values()) addForms(concept, concepts.size);
  const all = [...concepts.values()];
  const isOnlyKind = intent.kinds.size > 0 && all.every(({ share, word }) => share < 1 || GENERAL.has(word));
  return { concepts: all, intent, isOnlyKind };
}

/** Words in questions for a kind of fact that do not name a subject. */
const GENERAL: ReadonlySet<string> = new Set(
  "questions question points point issues issue list show far session project work steps step".split(" "),
);

/** Neighbouring words as one: a thought may write `retryBudget` or `retrybudget` for "retry budget". */
function joinedWords(text: string, tokens: readonly Token[]): [joined: string, parts: string[]][] {
  const found: [string, string[]][] = [];
  for (let first = 0; first < tokens.length; first++) {
    let joined = tokens[first]!.token;
    const parts = [joined];
    for (let next = first + 1; next < Math.min(tokens.length, first + 4); next++) {
      const between = text.slice(tokens[next - 1]!.end, tokens[next]!.begin);
      if (!/^[\s_.\-/]$/.test(between) || joined.length > 40) break;
      joined += tokens[next]!.token;
      parts.push(tokens[next]!.token);
      found.push([joined, [...parts]]);
    }
  }
  return found;
}

/** Adds other forms of the word and its synonyms, the best first. */
function addForms({ word, forms: known }: Concept, concepts: number): void {
  if (!/^[a-z]{3,}$/.test(word)) return;
  const { certain, likely } = derivationsOf(word);
  const add = (forms: readonly string[], quality: number): void => {
    for (const form of forms) {
      const root = stem(form);
      if (known.size < MOST_FORMS && !known.has(root) && !isStopWord(form))
        known.set(root, { text: form, quality });
    }
  };
  add(certain, QUALITY.certain);
  if (concepts > MANY_CONCEPTS) return;
  add(likely.slice(0, 10), QUALITY.likely);
  add(synonymsOf([word, ...certain]), QUALITY.synonym);
}
