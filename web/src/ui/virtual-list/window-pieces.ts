import type { Heights } from "./heights.ts";

/** A row that is there, or the room of those that are not. */
export type Piece = { readonly row: number } | { readonly gap: number; readonly height: number };

/** What is there of a list: the rows of a range and the pinned one, and in between the room of all others. */
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
  const leaveRoom = (row: number) => {
    const height = heights.before(row) - heights.before(done);
    if (row > done) pieces.push({ gap: gaps++, height });
  };
  for (const row of rows) {
    leaveRoom(row);
    pieces.push({ row });
    done = row + 1;
  }
  leaveRoom(heights.count);
  return pieces;
}
