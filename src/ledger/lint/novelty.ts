import type { Thought } from "../thought.ts";
import type { LintContext } from "./context.ts";
import type { Sink } from "./passages.ts";

/** How many thoughts back a word counts as known. */
const FAR = 40;
/** How many thoughts before and after one make up its neighbourhood. */
const BEFORE = 3;
const AFTER = 6;
/** The usual share of its words that a thought has in common with its neighbourhood. */
const USUAL = 0.3;

/** How much of a passage the session has not mentioned before. */
export function addNovelty(
  context: LintContext,
  into: Sink,
  { seq }: Thought,
  words: readonly string[],
): void {
  const isKnown = (word: string) => occurs(context, word, seq - FAR, seq - 1);
  const known = words.filter(isKnown).length;
  into.put("novelty", words.length === 0 ? 0 : 0.4 - known / words.length);
  into.put("known words", Math.min(6, known) - 3);
  into.put("new words", Math.min(6, words.length - known) - 3);
  into.put("new topic", words[0] !== undefined && !isKnown(words[0]) ? 0.5 : -0.5);
}

/** How much a thought has in common with those just before it and just after it. */
export function addCourse(context: LintContext, into: Sink, thought: Thought): void {
  const { seq } = thought;
  const words = [...context.words(thought)].filter((word) => !/^\d/.test(word));
  if (words.length === 0) return;
  const share = (from: number, to: number) =>
    words.filter((word) => occurs(context, word, from, to)).length / words.length - USUAL;
  into.put("prepared", share(seq - BEFORE, seq - 1));
  // While a session goes on, what comes after is not known.
  if (seq + AFTER <= context.thoughts.length) into.put("taken up", share(seq + 1, seq + AFTER));
}

/** Whether a word occurs in one of the thoughts from one `seq` to another. */
function occurs(context: LintContext, word: string, from: number, to: number): boolean {
  const places = context.thoughtsWith(word);
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]!.seq <= to) low = middle + 1;
    else high = middle;
  }
  const last = places[low - 1];
  return last !== undefined && last.seq >= from;
}
