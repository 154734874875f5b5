/** Text with the names of its CSS classes. */
export interface AnsiPiece {
  readonly text: string;
  readonly look: string;
}

const ESCAPE = String.fromCharCode(0x1b);
/** Escape sequences. Those that end in `m` set colours; all others are removed. */
const SEQUENCE = new RegExp(
  `${ESCAPE}(?:\\[([0-9;:]*)([@-~])|\\][^${String.fromCharCode(7)}${ESCAPE}]*(?:${String.fromCharCode(7)}|${ESCAPE}\\\\)?)`,
  "g",
);

/** Splits terminal output into styled pieces. Of a line with carriage returns only the last part is kept. */
export function ansiPieces(output: string): readonly AnsiPiece[] {
  const text = output.split("\n").map(afterReturn).join("\n");
  const pieces: AnsiPiece[] = [];
  let style: Style = {};
  let done = 0;
  const add = (end: number) => {
    if (end > done) pieces.push({ text: text.slice(done, end), look: lookOf(style) });
  };
  for (const match of text.matchAll(SEQUENCE)) {
    add(match.index);
    if (match[2] === "m") style = withCodes(style, match[1]!);
    done = match.index + match[0].length;
  }
  add(text.length);
  return pieces;
}

function afterReturn(line: string): string {
  const ended = line.endsWith("\r") ? line.slice(0, -1) : line;
  return ended.slice(ended.lastIndexOf("\r") + 1);
}

interface Style {
  readonly colour?: number;
  readonly back?: number;
  readonly isBold?: boolean;
  readonly isDim?: boolean;
  readonly isItalic?: boolean;
  readonly isUnderlined?: boolean;
}

function withCodes(before: Style, codes: string): Style {
  let style = before;
  const numbers = codes.split(/[;:]/).map(Number);
  for (let index = 0; index < numbers.length; index++) {
    const code = numbers[index]!;
    if (code === 38 || code === 48) {
      const isPalette = numbers[index + 1] === 5;
      const colour = isPalette ? numbers[index + 2]! % 16 : undefined;
      if (colour !== undefined && numbers[index + 2]! < 16)
        style = code === 38 ? { ...style, colour } : { ...style, back: colour };
      index += isPalette ? 2 : 4;
    } else style = withCode(style, code);
  }
  return style;
}

function withCode(style: Style, code: number): Style {
  if (code === 0) return {};
  if (code === 1) return { ...style, isBold: true };
  if (code === 2) return { ...style, isDim: true };
  if (code === 3) return { ...style, isItalic: true };
  if (code === 4) return { ...style, isUnderlined: true };
  if (code === 22) return without(style, "isBold", "isDim");
  if (code === 23) return without(style, "isItalic");
  if (code === 24) return without(style, "isUnderlined");
  if (code >= 30 && code <= 37) return { ...style, colour: code - 30 };
  if (code >= 90 && code <= 97) return { ...style, colour: code - 90 + 8 };
  if (code === 39) return without(style, "colour");
  if (code >= 40 && code <= 47) return { ...style, back: code - 40 };
  if (code >= 100 && code <= 107) return { ...style, back: code - 100 + 8 };
  return code === 49 ? without(style, "back") : style;
}

function without(style: Style, ...names: readonly (keyof Style)[]): Style {
  return Object.fromEntries(Object.entries(style).filter(([name]) => !names.includes(name as keyof Style)));
}

function lookOf({ colour, back, isBold, isDim, isItalic, isUnderlined }: Style): string {
  return [
    // Bright colours use the normal hue, which is readable in both themes.
    colour !== undefined && `ansi-${colour % 8}`,
    back !== undefined && `ansi-back-${back % 8}`,
    isBold && "ansi-bold",
    isDim && "ansi-dim",
    isItalic && "ansi-italic",
    isUnderlined && "ansi-underlined",
  ]
    .filter((name) => typeof name === "string")
    .join(" ");
}
