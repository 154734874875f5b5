/** The longest beginning of a text that fits, cut after a word and ended by an ellipsis; a text that fits as it is. */
export function cutAtWord(text: string, fits: (part: string) => boolean): string {
  if (text === "" || fits(text)) return text;
  const ends = [...text.matchAll(/\S(?=\s|$)/g)].map(({ index }) => index + 1);
  const words = mostThatFits(ends.length, (count) => fits(endedAt(text, ends[count - 1]!)));
  if (words > 0) return endedAt(text, ends[words - 1]!);
  // The first word is too long: an address, or a language without spaces.
  const characters = Array.from(text.slice(0, LONGEST_LINE));
  const beginning = (count: number) => `${characters.slice(0, count).join("").trimEnd()}…`;
  return beginning(mostThatFits(characters.length, (count) => fits(beginning(count))));
}

/** In characters. */
const LONGEST_LINE = 1_000;

/** The largest number up to `most` that fits; 0 if none does. */
function mostThatFits(most: number, fits: (count: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

const endedAt = (text: string, end: number): string => `${text.slice(0, end).replace(/[,;:–—-]{1,9}$/, "")}…`;
