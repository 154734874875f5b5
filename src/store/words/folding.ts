import { FOLDED, MARKS, SEPARATORS } from "./code-points.ts";

/** In the fold table: not part of a word. */
export const SEPARATOR = 0;
/** In the fold table: part of a word, but dropped. It is not a letter, so nothing else folds to it. */
export const DROPPED = 1;

const BASIC = 0x1_0000;

interface Folding {
  readonly table: Uint16Array;
  /** Above the basic plane: the start of each range of separators, followed by its end. */
  readonly bounds: readonly number[];
  readonly folded: ReadonlyMap<number, number>;
}

let folding: Folding | undefined;

/** What each code unit of the basic plane folds to. */
export function foldTable(): Uint16Array {
  folding ??= readFolding();
  return folding.table;
}

/** What a code point above the basic plane folds to. */
export function foldedBeyond(code: number): number {
  folding ??= readFolding();
  const { bounds, folded } = folding;
  let [low, high] = [0, bounds.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bounds[middle]! <= code) low = middle + 1;
    else high = middle;
  }
  return low % 2 === 1 ? SEPARATOR : (folded.get(code) ?? code);
}

function readFolding(): Folding {
  const table = Uint16Array.from({ length: BASIC }, (_, code) => code);
  const bounds: number[] = [];
  const folded = new Map<number, number>();
  let next = 0;
  for (const stretch of SEPARATORS.split(" ")) {
    const [distance = "", more = "0"] = stretch.split(".");
    const first = next + Number.parseInt(distance, 36);
    next = first + Number.parseInt(more, 36) + 1;
    if (first < BASIC) table.fill(SEPARATOR, first, next);
    else bounds.push(first, next);
  }
  for (const group of FOLDED.split(" ")) {
    const [to = 0, ...codes] = [...group].map((letter) => letter.codePointAt(0)!);
    for (const code of codes) {
      if (code < BASIC) table[code] = to;
      else folded.set(code, to);
    }
  }
  for (const mark of MARKS.split(" ")) table[Number.parseInt(mark, 16)] = DROPPED;
  return { table, bounds, folded };
}
