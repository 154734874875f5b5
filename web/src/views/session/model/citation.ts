/** What is cited of a thought. */
export interface Cited {
  readonly sessionId: string;
  readonly seq: number;
  readonly content: string;
  readonly source: string;
  readonly createdAt: string;
}

const WORDS = 12;
const LETTERS = 90;

/** A thought in a line that leads back to it: `[session#seq] "first words…" (door, time)`. */
export function citationOf({ sessionId, seq, content, source, createdAt }: Cited): string {
  return `[${sessionId}#${seq}] "${firstWords(content)}" (${source}, ${createdAt})`;
}

/** The first words of a text on one line, without Markdown's marks at its beginning and without quotes. */
function firstWords(content: string): string {
  const all = content
    .slice(0, 2_000)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .replace(/[*`#>"]+/g, "")
    .trim()
    .split(/ +/);
  let words = all.slice(0, WORDS).join(" ");
  const isCut = all.length > WORDS || words.length > LETTERS || content.length > 2_000;
  if (words.length > LETTERS) words = [...words].slice(0, LETTERS).join("").trimEnd();
  return isCut ? `${words.replace(/[.,;:]$/, "")}…` : words;
}
