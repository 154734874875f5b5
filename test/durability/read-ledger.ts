import { DatabaseSync } from "node:sqlite";
import { expect } from "vitest";

/** A thought as stored in the file. */
export interface Stored {
  readonly id: string;
  readonly sessionId: string;
  readonly seq: number;
  readonly content: string;
}

/**
 * Reads a ledger without the store: the file is sound, every session's `seq` and the feed's positions are consecutive,
 * and what follows the thoughts (the text index and the counts of sessions) covers all of them up to one, or all.
 */
export function readLedger(file: string): readonly Stored[] {
  const db = new DatabaseSync(file, { timeout: 5000 });
  try {
    expect(db.prepare("PRAGMA integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
    const broken = db.prepare(`
      SELECT session.id FROM session LEFT JOIN thought ON thought.session_id = session.id
      GROUP BY session.id HAVING count(seq) != max(ifnull(seq, 0)) OR thought_count != count(seq) FILTER
        (WHERE position <= (SELECT max(id) FROM thought_text_docsize))`);
    expect(broken.all()).toEqual([]);
    const feed = db.prepare(
      "SELECT count(*) AS n, max(position) AS last FROM (SELECT position FROM thought UNION SELECT position FROM change)",
    );
    const { n, last } = feed.get()!;
    expect(last ?? 0).toBe(n);
    checkIndex(db);
    const rows = db.prepare(
      "SELECT id, session_id AS sessionId, seq, content FROM thought ORDER BY position",
    );
    return rows.all() as unknown as Stored[];
  } finally {
    db.close();
  }
}

function checkIndex(db: DatabaseSync): void {
  const positions = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map(({ position }) => position);
  const indexed = positions("SELECT id AS position FROM thought_text_docsize ORDER BY id");
  const thoughts = positions("SELECT position FROM thought ORDER BY position");
  expect(indexed).toEqual(thoughts.slice(0, indexed.length));
  // The index can be compared with the thoughts word by word only if it has all of them.
  const compare = indexed.length === thoughts.length ? 1 : 0;
  db.exec(`INSERT INTO thought_text (thought_text, rank) VALUES ('integrity-check', ${compare})`);
}
