/** What a text field holds, and what is chosen in it. */
export interface Typing {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** What is put in the place of a part of the text, and what is chosen afterwards. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const INDENT = "  ";

/** Tab: two spaces, or all chosen lines moved in. */
export function indented({ value, start, end }: Typing): Edit {
  if (!value.slice(start, end).includes("\n")) {
    const at = start + INDENT.length;
    return { from: start, to: end, text: INDENT, start: at, end: at };
  }
  const from = lineStart(value, start);
  const lines = value.slice(from, end).split("\n");
  const text = lines.map((line) => (line === "" ? line : INDENT + line)).join("\n");
  return { from, to: end, text, start: from, end: from + text.length };
}

/** Shift-Tab: all lines that are touched moved out. */
export function outdented({ value, start, end }: Typing): Edit {
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

/** Enter: the next line begins where this one does, and further in after an opening bracket. */
export function newLine({ value, start, end }: Typing): Edit {
  const line = value.slice(lineStart(value, start), start);
  const deeper = /[{[(]\s*$/.test(line) ? INDENT : "";
  const text = `\n${/^[ \t]*/.exec(line)![0]}${deeper}`;
  return { from: start, to: end, text, start: start + text.length, end: start + text.length };
}

const lineStart = (value: string, at: number): number => value.lastIndexOf("\n", at - 1) + 1;
