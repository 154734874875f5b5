import type { Heights } from "./heights.ts";

/** A rendered row, or a gap for rows that are not rendered. */
export type Piece = { readonly row: number } | { readonly gap: number; readonly height: number };

/** The rows of a range and the pinned row, with gaps for all others. */
export function windowPieces(
  heights: Heights,
  [from, to]: readonly [number, number],
  pinned = -1,
): readonly Piece[] {
  const rows: number[] = [];
  for (let row = Math.max(0, from); row <= Math.min(to, heights.count - 1); row++) rows.push(row);
  if (pinned >= 0 && pinned < heights.count && !rows.includes(pinned)) {
    if (pinned < from) rows.unshift(pinned);
    else rows.push(pinned);
  }
  const pieces: Piece[] = [];
  let done = 0;
  let gaps = 0;
  const addGap = (row: number) => {
    const height = heights.before(row) - heights.before(done);
    if (row > done) pieces.push({ gap: gaps++, height });
  };
  for (const row of rows) {
    addGap(row);
    pieces.push({ row });
    done = row + 1;
  }
  addGap(heights.count);
  return pieces;
}
