import type { Clock } from "../../clock.ts";
import type { Database, Queryable, Row } from "../database.ts";

/** A transaction that writes to one notebook. */
export interface NotebookWrite extends Queryable {
  /** Sends a statement that writes a notebook's row and returns its id, and notes the change in the feed with it. */
  note(text: string, values: readonly unknown[]): Promise<readonly Row[]>;
}

/**
 * Makes the writer of notebooks. Each write leaves its own mark beside its change in the feed: by that it is known again
 * where the connection broke while it was committed, and is neither lost nor done twice.
 */
export function createNotebookWriter(db: Database, clock: Clock) {
  return <T>(work: (tx: NotebookWrite) => Promise<T>): Promise<T> => {
    const mark = clock.newId(clock.now());
    let position: unknown;
    return db.transaction(
      (tx) => {
        position = undefined;
        return work({
          query: tx.query,
          async note(text, values) {
            const rows = await tx.query(noting(text, values.length + 1), [...values, mark]);
            position = rows[0]!.position;
            return rows;
          },
        });
      },
      async (rows) => position === undefined || (await rows.query(MARKED, [position, mark])).length > 0,
    );
  };
}

// A notebook is the first and only change of its transaction.
function noting(text: string, place: number): string {
  return `WITH written AS (${text})
  INSERT INTO clew.change (position, notebook_id, mark)
  SELECT clew.next_position(0), id, $${place} FROM written RETURNING position`;
}

const MARKED = "SELECT 1 FROM clew.change WHERE position = $1 AND mark = $2";
