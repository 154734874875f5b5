/** The value and selection of a text field. */
export interface Selection {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** A replacement of a part of the text, and the selection after it. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const INDENT = "  ";

/** Tab: inserts two spaces, or indents all selected lines. */
export function indent({ value, start, end }: Selection): Edit {
  if (!value.slice(start, end).includes("\n")) {
    const at = start + INDENT.length;
    return { from: start, to: end, text: INDENT, start: at, end: at };
  }
  const from = lineStart(value, start);
  const lines = value.slice(from, end).split("\n");
  const text = lines.map((line) => (line === "" ? line : INDENT + line)).join("\n");
  return { from, to: end, text, start: from, end: from + text.length };
}

/** Shift-Tab: outdents all selected lines. */
export function outdent({ value, start, end }: Selection): Edit {
  const from = lineStart(value, start);
  const before = value.slice(from, end);
  const text = before.replace(/^ {1,2}|^\t/gm, "");
  const first = /^ {1,2}|^\t/.exec(before)?.[0].length ?? 0;
  const isOne = !before.includes("\n");
  return {
    from,
    to: end,
    text,
    start: isOne ? Math.max(from, start - first) : from,
    end: from + text.length,
  };
}

/** Enter: keeps the indentation, and increases it after an opening bracket. */
export function newLine({ value, start, end }: Selection): Edit {
  const line = value.slice(lineStart(value, start), start);
  const deeper = /[{[(]\s*$/.test(line) ? INDENT : "";
  const text = `\n${/^[ \t]*/.exec(line)![0]}${deeper}`;
  return { from: start, to: end, text, start: start + text.length, end: start + text.length };
}

const lineStart = (value: string, at: number): number => value.lastIndexOf("\n", at - 1) + 1;
