import type { DatabaseSync } from "node:sqlite";
import { ownerTag } from "../owner-ids.ts";
import { indexText } from "../search/index-text.ts";
import type { Write } from "./writer.ts";

/** How long one transaction may take, so that other writers do not wait long. */
const TURN_MS = 15;
/** How many thoughts are indexed again in one transaction. */
const REINDEXED = 200;
/** Delay between a thought and the update of its indexes. */
const SOON_MS = 100;

/**
 * Keeps the text index and the sessions' counts and last activity up to date with the thoughts. They are not written
 * with the thought, because that would double the cost of an append. Searches and lists catch up first, so they find
 * everything acknowledged.
 */
export function createIndexUpdates(db: DatabaseSync, write: Write) {
  const done = db.prepare("SELECT max(id) AS position FROM thought_text_docsize");
  const newest = db.prepare("SELECT max(position) AS position FROM thought");
  const waiting = db.prepare(
    `SELECT position, session_id, seq, branch_id, content, source, marks FROM thought
     WHERE position > ? ORDER BY position LIMIT 1000`,
  );
  const first = db.prepare(
    "SELECT position, session_id, seq, branch_id, content, source, marks FROM thought WHERE session_id = ? AND seq = 1",
  );
  const ofBranch = db.prepare(
    `SELECT position, session_id, seq, branch_id, content, source, marks FROM thought
     WHERE session_id = ? AND branch_id = ? AND position > ? ORDER BY position LIMIT ${REINDEXED}`,
  );
  const dropText = db.prepare("DELETE FROM thought_text WHERE rowid = ?");
  const addText = db.prepare("INSERT INTO thought_text (rowid, content, source, extra) VALUES (?, ?, ?, ?)");
  const owner = db.prepare("SELECT owner FROM session WHERE id = ?");
  const texts = db.prepare("SELECT title, project, tags FROM session WHERE id = ?");
  const count = db.prepare(
    `UPDATE session SET (thought_count, updated_at) =
         (SELECT seq, max(created_at, session.updated_at) FROM thought WHERE session_id = session.id ORDER BY seq DESC LIMIT 1),
       branch_count = ifnull((SELECT max(ordinal) FROM branch WHERE session_id = session.id), 0)
     WHERE id = ?`,
  );
  let timer: NodeJS.Timeout | undefined;
  const positionOf = (statement: typeof done) => (statement.get()?.position as number | null) ?? 0;
  const isBehind = () => positionOf(done) < positionOf(newest);

  /** The owner is indexed like the source, so that a principal's search reads only its own thoughts. */
  function markOf(sessionId: string): string {
    const name = owner.get(sessionId)?.owner as string | null | undefined;
    return name ? ` ${ownerTag(name)}` : "";
  }

  /** The searchable text of a thought: its content and its declared facts. */
  const textOf = ({ content, marks }: Readonly<Record<string, unknown>>): string =>
    marks === null ? (content as string) : `${content}\n${marks}`;

  function extraOf(row: Readonly<Record<string, unknown>>): string {
    const session = row.seq === 1 ? texts.get(row.session_id as string) : undefined;
    return indexText({
      content: textOf(row),
      branchId: row.branch_id as string,
      session: session && {
        title: session.title as string,
        project: session.project as string,
        tags: JSON.parse(session.tags as string),
      },
    });
  }

  function takeTurn(): void {
    const end = performance.now() + TURN_MS;
    const marks = new Map<string, string>();
    for (const row of waiting.iterate(positionOf(done))) {
      const sessionId = row.session_id as string;
      const mark = marks.get(sessionId) ?? markOf(sessionId);
      marks.set(sessionId, mark);
      addText.run(row.position as number, textOf(row), `${row.source}${mark}`, extraOf(row));
      if (performance.now() > end) break;
    }
    for (const id of marks.keys()) count.run(id);
  }

  async function catchUp(): Promise<void> {
    while (isBehind()) await write(takeTurn);
  }

  function reindex(row: Readonly<Record<string, unknown>>): void {
    const position = row.position as number;
    // A thought that is not indexed yet will be.
    if (position > positionOf(done)) return;
    dropText.run(position);
    addText.run(position, textOf(row), `${row.source}${markOf(row.session_id as string)}`, extraOf(row));
  }

  return {
    catchUp,
    /** Indexes the first thought of a session again, which is found by the session's texts; in a write transaction. */
    reindexFirst(sessionId: string): void {
      const row = first.get(sessionId);
      if (row) reindex(row);
    },
    /** Indexes the thoughts of a branch again, in several transactions. */
    async reindexBranch(sessionId: string, branchId: string): Promise<void> {
      for (let after = 0; ; ) {
        const rows = await write(() => {
          const page = ofBranch.all(sessionId, branchId, after);
          for (const row of page) reindex(row);
          return page;
        });
        if (rows.length < REINDEXED) return;
        after = rows.at(-1)!.position as number;
      }
    },
    /** Catches up in the background. If that fails, the next caller of `catchUp` tries again and gets the error. */
    soon(): void {
      timer ??= setTimeout(() => {
        timer = undefined;
        catchUp().catch(() => {});
      }, SOON_MS).unref();
    },
    close: () => clearTimeout(timer),
  };
}
