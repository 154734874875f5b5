/** The beginning and the end of a text of more than `most` letters, and between them a line that says what is missing. */
export function cutMiddle(text: string, most: number, whole?: string): string {
  if (text.length <= most) return text;
  const end = Math.floor(most / 4);
  const left = `${text.length - most} letters left out${whole === undefined ? "" : `; the whole is at ${whole}`}`;
  return `${text.slice(0, most - end).toWellFormed()}\n… ${left} …\n${text.slice(-end).toWellFormed()}`;
}
