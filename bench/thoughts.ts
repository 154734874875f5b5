const syllables = [
  "ba",
  "ce",
  "di",
  "fo",
  "gu",
  "ha",
  "ki",
  "lo",
  "mu",
  "ne",
  "po",
  "ri",
  "sa",
  "te",
  "vu",
  "zo",
];
const vocabularySize = 5_000;

/**
 * A thought of 500 characters, always the same for the same number. Word frequencies are as in a language: word 0 is in
 * most thoughts, word 4,999 in few, so that a search index does as much work as on real text.
 */
export function thoughtText(number: number): string {
  let state = (number * 2_654_435_761 + 12_345) >>> 0;
  let text = `Step ${number}:`;
  while (text.length < 500) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += ` ${word(Math.floor(vocabularySize ** (state / 2 ** 32)) - 1)}`;
  }
  return text.slice(0, 500);
}

/** The word of a rank, 0 being the most frequent one. */
export function word(rank: number): string {
  const syllable = (shift: number): string => syllables[(rank >> shift) & 15] ?? "";
  return syllable(8) + syllable(4) + syllable(0) + syllable(12);
}

/** The arguments that record thought `number`, in the form that every contender's tool accepts. */
export function thoughtArguments(number: number, sessionId?: string) {
  const base = { thought: thoughtText(number), thoughtNumber: number, totalThoughts: number + 1 };
  return { ...base, nextThoughtNeeded: true, ...(sessionId === undefined ? {} : { sessionId }) };
}
