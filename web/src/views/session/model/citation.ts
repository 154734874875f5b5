/** The fields of a thought that a citation contains. */
export interface CitedThought {
  readonly sessionId: string;
  readonly seq: number;
  readonly content: string;
  readonly source: string;
  readonly createdAt: string;
}

const WORDS = 12;
const CHARACTERS = 90;

/** A one-line reference to a thought: `[session#seq] "first words…" (source, time)`. */
export function citationOf({ sessionId, seq, content, source, createdAt }: CitedThought): string {
  return `[${sessionId}#${seq}] "${firstWords(content)}" (${source}, ${createdAt})`;
}

/** The first words of a text on one line, without Markdown's entries at its beginning and without quotes. */
function firstWords(content: string): string {
  const all = content
    .slice(0, 2_000)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .replace(/[*`#>"]+/g, "")
    .trim()
    .split(/ +/);
  let words = all.slice(0, WORDS).join(" ");
  const isCut = all.length > WORDS || words.length > CHARACTERS || content.length > 2_000;
  if (words.length > CHARACTERS) words = [...words].slice(0, CHARACTERS).join("").trimEnd();
  return isCut ? `${words.replace(/[.,;:]$/, "")}…` : words;
}
