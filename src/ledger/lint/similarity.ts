import type { Thought } from "../thought.ts";
import type { LintContext } from "./context.ts";
import { wordsOf } from "./prose.ts";

/** How much two sets have in common: 1 for equal ones. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 && b.size === 0) return 1;
  const common = commonOf(a, b);
  return common / (a.size + b.size - common);
}

/** Whether the Jaccard index of two sets is at least this; stops as soon as it cannot be. */
function isAlike(a: ReadonlySet<string>, b: ReadonlySet<string>, least: number): boolean {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  let missing = few.size - (least * (a.size + b.size)) / (1 + least);
  if (missing < 0) return false;
  for (const word of few) if (!many.has(word) && --missing < 0) return false;
  return true;
}

function commonOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  let common = 0;
  for (const word of few) if (many.has(word)) common++;
  return common;
}

/** Whether two thoughts have the same content: nearly the same words, the same numbers and the same negations. */
export function saysSame(context: LintContext, a: Thought, b: Thought, least = 0.8): boolean {
  const [one, other] = [context.words(a), context.words(b)];
  return (
    (isAlike(one, other, least) || one.size + other.size === 0) &&
    numbersIn(a) === numbersIn(b) &&
    negationsIn(a.content) === negationsIn(b.content)
  );
}

/** Words that introduce a repetition, an insight or a doubt and say nothing about the topic. */
const DISCOURSE = new Set(
  wordsOf(
    "let else otherwise again repeat repeated restate essence put differently different word sum short fact simply basically point state stated say said note noted " +
      "think thinking thought look looking consider considered mean meant recall observe observed see follow follows conclude turn turning come coming " +
      "clear clearly plain plainly hence accordingly consequently indeed overall main matter question summary summarize mention emphasize stress remember",
  ),
);
/** Clauses whose negation is a condition: "if it did not …, it would", "unless". */
const CONDITIONAL = /\b(?:if|unless|or else|otherwise|without)\b/i;
/** How much two thoughts that say the same in other words have in common, of the words about their topic. */
const SAME_TOPIC = 0.65;

/** Whether two thoughts say the same, perhaps in another order and with other introductions. */
export function repeats(context: LintContext, a: Thought, b: Thought): boolean {
  const [one, other] = [topicWords(context, a), topicWords(context, b)];
  if (Math.min(one.size, other.size) < 4) return saysSame(context, a, b);
  if (!isAlike(one, other, SAME_TOPIC)) return false;
  if (numbersIn(a) !== numbersIn(b)) return false;
  return (
    negationsIn(a.content) === negationsIn(b.content) ||
    CONDITIONAL.test(a.content) ||
    CONDITIONAL.test(b.content)
  );
}

const topics = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>();

/** The words of a thought that say something about its topic. */
export function topicWords(context: LintContext, thought: Thought): ReadonlySet<string> {
  const words = context.words(thought);
  let known = topics.get(words);
  if (!known) {
    known = words.difference(DISCOURSE);
    topics.set(words, known);
  }
  return known;
}

const numbers = new WeakMap<Thought, string>();

/** The different numbers of a thought, in order. */
function numbersIn(thought: Thought): string {
  let known = numbers.get(thought);
  if (known === undefined) {
    known = [...new Set(thought.content.match(/\d+(?:[.,]\d+)*/g))].sort().join(" ");
    numbers.set(thought, known);
  }
  return known;
}

const negationsIn = (text: string): number =>
  (text.match(/\b(?:not|no|never|without|cannot)\b|n[’']t\b/gi) ?? []).length;
