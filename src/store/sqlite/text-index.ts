import type { DatabaseSync } from "node:sqlite";
import type { Write } from "./writer.ts";

/** Thoughts that are indexed in one transaction; few enough that nobody waits long behind it. */
const BATCH = 100;
/** How long after a thought the index follows. */
const SOON_MS = 100;

/**
 * Makes the full-text index follow the thoughts. It is not written with the thought, because that doubles what an
 * append costs; whoever searches brings it up to date first, so a search sees everything that was acknowledged.
 */
export function createTextIndex(db: DatabaseSync, write: Write) {
  const indexed = db.prepare("SELECT max(id) AS position FROM thought_text_docsize");
  const newest = db.prepare("SELECT max(position) AS position FROM thought");
  const fill = db.prepare(
    `INSERT INTO thought_text (rowid, content)
     SELECT position, content FROM thought WHERE position > ? ORDER BY position LIMIT ${BATCH}`,
  );
  let timer: NodeJS.Timeout | undefined;
  const positionOf = (statement: typeof indexed) => (statement.get()?.position as number | null) ?? 0;
  const isBehind = () => positionOf(indexed) < positionOf(newest);

  async function catchUp(): Promise<void> {
    while (isBehind()) await write(() => fill.run(positionOf(indexed)));
  }

  return {
    catchUp,
    /** Follows in the background; what fails there is made good by the next search. */
    soon(): void {
      timer ??= setTimeout(() => {
        timer = undefined;
        catchUp().catch(() => {});
      }, SOON_MS).unref();
    },
    close: () => clearTimeout(timer),
  };
}
