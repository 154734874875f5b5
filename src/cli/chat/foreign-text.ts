/** Controls, escapes, everything invisible or that turns text around: none of it reaches the terminal. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu;
const BAR = "  │ ";
const MOST_CHARACTERS = 2_000;
const MOST_LINES = 30;

/**
 * Words of a server, every line of them behind a bar, so that nothing in them can pass for a line of ours. They are
 * wrapped here: a terminal would begin the rest of a long line without the bar.
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
  return `${lines.join("")}${isCut ? `  (not all is shown: it has ${text.length} characters)\n` : ""}`;
}

/** A name that a server chose, short and without anything that reads like a question. */
export function foreignName(name: string): string {
  const safe = name.replace(/[^\p{L}\p{N}_.-]/gu, "_");
  return safe.length <= 40 ? safe : `${[...safe].slice(0, 39).join("")}…`;
}

/** Pieces of at most so many columns; whatever is not ASCII may take two. */
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
