import type { DatabaseSync } from "node:sqlite";
import type { Write } from "./writer.ts";

/** How long one transaction may index; nobody should wait long behind it. */
const TURN_MS = 15;
/** How long after a thought the index follows. */
const SOON_MS = 100;

/**
 * Makes the full-text index follow the thoughts. It is not written with the thought, because that doubles what an
 * append costs; whoever searches brings it up to date first, so a search sees everything that was acknowledged.
 */
export function createTextIndex(db: DatabaseSync, write: Write) {
  const indexed = db.prepare("SELECT max(id) AS position FROM thought_text_docsize");
  const newest = db.prepare("SELECT max(position) AS position FROM thought");
  const waiting = db.prepare(
    "SELECT position, content FROM thought WHERE position > ? ORDER BY position LIMIT 1000",
  );
  const add = db.prepare("INSERT INTO thought_text (rowid, content) VALUES (?, ?)");
  let timer: NodeJS.Timeout | undefined;
  const positionOf = (statement: typeof indexed) => (statement.get()?.position as number | null) ?? 0;
  const isBehind = () => positionOf(indexed) < positionOf(newest);

  function takeTurn(): void {
    const end = performance.now() + TURN_MS;
    for (const { position, content } of waiting.iterate(positionOf(indexed))) {
      add.run(position as number, content as string);
      if (performance.now() > end) return;
    }
  }

  async function catchUp(): Promise<void> {
    while (isBehind()) await write(takeTurn);
  }

  return {
    catchUp,
    /** Follows in the background; what fails there is made good, or told, by the next search. */
    soon(): void {
      timer ??= setTimeout(() => {
        timer = undefined;
        catchUp().catch(() => {});
      }, SOON_MS).unref();
    },
    close: () => clearTimeout(timer),
  };
}
