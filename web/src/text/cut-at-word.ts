/** The longest beginning of a text that fits, cut after a word and ended by an ellipsis; a text that fits as it is. */
export function cutAtWord(text: string, fits: (part: string) => boolean): string {
  if (text === "" || fits(text)) return text;
  const ends = [...text.matchAll(/\S(?=\s|$)/g)].map(({ index }) => index + 1);
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (fits(endedAt(text, ends[middle - 1]!))) low = middle;
    else high = middle - 1;
  }
  return endedAt(text, ends[low - 1] ?? 0);
}

const endedAt = (text: string, end: number): string => `${text.slice(0, end).replace(/[,;:–—-]{1,9}$/, "")}…`;
