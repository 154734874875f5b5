import { type Token, tokensOf } from "./tokens.ts";

/** The stems of the words that say what a text is about. */
export function topicOf(text: string): Set<string> {
  return topicIn(tokensOf(text));
}

/** The stems of the tokens that say what a sentence is about. */
export function topicIn(tokens: readonly Token[]): Set<string> {
  const topic = new Set<string>();
  for (const { known } of tokens) if (known) for (const stem of known.stems) topic.add(stem);
  return topic;
}

/** How many members two sets share. */
export function shared(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const [few, many] = left.size <= right.size ? [left, right] : [right, left];
  let count = 0;
  for (const one of few) if (many.has(one)) count++;
  return count;
}
