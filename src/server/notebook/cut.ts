/** Cuts a text of more than `most` characters: keeps its beginning and its end, with a note of what is missing. */
export function cutMiddle(text: string, most: number, uri?: string): string {
  if (text.length <= most) return text;
  const end = Math.floor(most / 4);
  const note = `${text.length - most} characters left out${uri === undefined ? "" : `; the full text is at ${uri}`}`;
  return `${text.slice(0, most - end).toWellFormed()}\n… ${note} …\n${text.slice(-end).toWellFormed()}`;
}
