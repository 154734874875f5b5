/** Control characters, escapes, invisible and bidirectional characters: none of them reaches the terminal. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu;
const BAR = "  │ ";
const MOST_CHARACTERS = 2_000;
const MOST_LINES = 30;

/**
 * A server's text with a bar before every line, so that no line can be mistaken for Clew's own. It is wrapped here because
 * a terminal would continue a long line without the bar.
 */
export function foreignText(text: string, width: number): string {
  const room = Math.max(16, width - BAR.length - 1);
  const shown = text.slice(0, MOST_CHARACTERS).toWellFormed();
  const all = shown
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .flatMap((line) => wrap(line.replaceAll("\t", "  ").replace(UNSAFE, "\ufffd"), room));
  const lines = all.slice(0, MOST_LINES).map((line) => `${BAR}${line}\n`);
  const isCut = shown.length < text.length || all.length > MOST_LINES;
  return `${lines.join("")}${isCut ? `  (shortened: the text has ${text.length} characters)\n` : ""}`;
}

/** A name chosen by a server, shortened and without punctuation that could read like a question. */
export function foreignName(name: string): string {
  const safe = name.replace(/[^\p{L}\p{N}_.-]/gu, "_");
  return safe.length <= 40 ? safe : `${[...safe].slice(0, 39).join("")}…`;
}

/** Splits a line into pieces of at most `room` columns; non-ASCII characters may take two. */
function wrap(line: string, room: number): readonly string[] {
  const pieces: string[] = [];
  let piece = "";
  let columns = 0;
  for (const character of line) {
    const width = character >= " " && character <= "~" ? 1 : 2;
    if (columns + width > room) {
      pieces.push(piece);
      [piece, columns] = ["", 0];
    }
    piece += character;
    columns += width;
  }
  return [...pieces, piece];
}
