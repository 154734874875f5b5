import { DatabaseSync } from "node:sqlite";
import { expect } from "vitest";

/** A thought as it lies in the file. */
export interface Stored {
  readonly id: string;
  readonly sessionId: string;
  readonly seq: number;
  readonly content: string;
}

/**
 * Reads a ledger past the store: the file is sound, the full-text index agrees with the thoughts, every session's `seq`
 * and the feed's positions are consecutive, and the counts that are kept are true.
 */
export function readLedger(file: string): readonly Stored[] {
  const db = new DatabaseSync(file, { timeout: 5000 });
  try {
    expect(db.prepare("PRAGMA integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
    db.exec("INSERT INTO thought_text (thought_text, rank) VALUES ('integrity-check', 1)");
    const broken = db.prepare(`
      SELECT session.id FROM session LEFT JOIN thought ON thought.session_id = session.id
      GROUP BY session.id HAVING count(seq) != thought_count OR count(seq) != max(ifnull(seq, 0))`);
    expect(broken.all()).toEqual([]);
    const feed = db.prepare("SELECT count(*) AS n, max(position) AS last FROM change").get()!;
    expect(feed.last ?? 0).toBe(feed.n);
    const rows = db.prepare(
      "SELECT id, session_id AS sessionId, seq, content FROM thought ORDER BY position",
    );
    return rows.all() as unknown as Stored[];
  } finally {
    db.close();
  }
}
