import { Failure } from "../ledger/index.ts";

/** The maximum size of one cell. */
export const MAX_CELL_BYTES = 1024 * 1024;
/** The maximum number of cells. */
export const MAX_CELLS = 1_000;
/** The largest file that is loaded. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024;
/** The maximum size of all cells together: an export can be loaded again, and a notebook fits into an answer. */
const MAX_NOTEBOOK_BYTES = 3 * 1024 * 1024;

/** Refuses a notebook of these cells if it is too large. */
export function checkSize(cells: readonly { readonly content: string }[]): void {
  if (cells.length > MAX_CELLS)
    throw tooLarge(`A notebook has at most ${MAX_CELLS} cells. Go on in another one.`);
  let total = 0;
  for (const { content } of cells) {
    const bytes = Buffer.byteLength(content);
    total += bytes;
    if (bytes > MAX_CELL_BYTES)
      throw tooLarge(
        `A cell holds at most ${MAX_CELL_BYTES} bytes, and this one has ${bytes}. Split it, or write the data to a file from a cell.`,
      );
  }
  if (total > MAX_NOTEBOOK_BYTES)
    throw tooLarge(
      `All cells of a notebook hold at most ${MAX_NOTEBOOK_BYTES} bytes together. Go on in another notebook.`,
    );
}

const tooLarge = (problem: string) => new Failure("INVALID_ARGUMENT", { problem });
