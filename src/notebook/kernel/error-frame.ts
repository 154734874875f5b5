const AROUND = 2;
const MAX_WIDTH = 120;

/** The lines of a cell around an error, numbered from 1, with a mark at the line and below the column, if known. */
export function errorFrame(code: string, line: number, column?: number): string {
  const lines = code.split(/\r\n|[\n\r\u2028\u2029]/);
  if (!Number.isSafeInteger(line) || line < 1 || line > lines.length) return "";
  const last = Math.min(lines.length, line + AROUND);
  const width = String(last).length;
  const rows: string[] = [];
  for (let number = Math.max(1, line - AROUND); number <= last; number++) {
    const text = lines[number - 1]!;
    const isHere = number === line;
    const start = isHere ? windowStart(text, column) : 0;
    rows.push(`${isHere ? ">" : " "} ${String(number).padStart(width)} | ${part(text, start)}`.trimEnd());
    if (isHere && isIn(text, column))
      rows.push(`  ${" ".repeat(width)} | ${" ".repeat(part(text, start, column - 1).length)}^`);
  }
  return rows.join("\n");
}

function isIn(text: string, column: number | undefined): column is number {
  return column !== undefined && Number.isSafeInteger(column) && column >= 1 && column <= text.length + 1;
}

/** The start of the shown part of a long line, chosen so that it includes the column. */
function windowStart(text: string, column: number | undefined): number {
  if (!isIn(text, column) || column <= MAX_WIDTH) return 0;
  return column - MAX_WIDTH / 2;
}

/** One line from an offset on, safe to display: cut if too long, with control characters made visible. */
function part(text: string, start: number, end = start + MAX_WIDTH): string {
  const before = start > 0 ? "…" : "";
  const after = end === start + MAX_WIDTH && end < text.length ? "…" : "";
  return before + visible(text.slice(start, end)) + after;
}

function visible(text: string): string {
  return text
    .replaceAll("\t", "  ")
    .replace(/[\0-\x1f]/g, (one) => String.fromCharCode(0x2400 + one.charCodeAt(0)))
    .replaceAll("\x7f", "\u2421")
    .replace(INVISIBLE, (one) => `\\u{${one.codePointAt(0)!.toString(16)}}`);
}

/** C1 controls, direction marks, zero-width characters and lone surrogates. */
const INVISIBLE = /[\x80-\x9f\xad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\p{Surrogate}/gu;
