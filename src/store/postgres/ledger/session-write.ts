import type { Clock } from "../../clock.ts";
import type { Database, Transaction } from "../database.ts";
import { isNoted, noteSession } from "./feed.ts";

/** Notes a change of a session in the feed, the first and only one of its transaction. */
export type Note = (sessionId: string) => Promise<unknown>;

/**
 * Makes the writer of sessions. Each write leaves its own mark beside its change in the feed: by that it is known again
 * where the connection broke while it was committed, and is neither lost nor done twice.
 */
export function createSessionWriter(db: Database, clock: Clock) {
  return <T>(work: (tx: Transaction, note: Note) => Promise<T>): Promise<T> => {
    const mark = clock.newId(clock.now());
    let position: number | undefined;
    return db.transaction(
      (tx) => {
        position = undefined;
        return work(tx, async (sessionId) => {
          position = await noteSession(tx, sessionId, mark);
        });
      },
      async (rows) => position === undefined || isNoted(rows, position, mark),
    );
  };
}
