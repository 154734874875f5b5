import type { DatabaseSync } from "node:sqlite";
import type { Change, SessionAction } from "../../ledger/index.ts";
import { toSessionActions } from "../ledger-rows.ts";
import { lazily } from "./lazily.ts";

const NEWEST =
  "max(ifnull((SELECT max(position) FROM thought), 0), ifnull((SELECT max(position) FROM change), 0))";

/** SQL for the position of the next write; for use inside a write transaction. */
export const NEXT_POSITION = `${NEWEST} + 1`;

/** The global order of writes: thoughts, and changes of sessions and notebooks. */
export function createFeed(db: DatabaseSync) {
  const newest = db.prepare(`SELECT ${NEWEST} AS position`);
  // One statement sees one snapshot. A second one would see what another process wrote in between, and writes that
  // the first did not see yet would be skipped forever.
  const after = db.prepare(
    `SELECT * FROM (
       SELECT t.position, t.session_id, t.seq, NULL AS notebook_id, s.owner, NULL AS note_id, NULL AS actions,
         NULL AS actor, NULL AS at FROM thought t
         LEFT JOIN session s ON s.id = t.session_id
       WHERE t.position > :from ORDER BY t.position LIMIT :limit)
     UNION ALL SELECT * FROM (
       SELECT c.position, c.session_id, NULL, c.notebook_id, coalesce(s.owner, n.owner, d.owner), c.note_id, c.actions, c.actor,
         c.at FROM change c
         LEFT JOIN session s ON s.id = c.session_id LEFT JOIN notebook n ON n.id = c.notebook_id
         LEFT JOIN tombstone d ON d.name = c.session_id
       WHERE c.position > :from ORDER BY c.position LIMIT :limit)
     ORDER BY position LIMIT :limit`,
  );
  const addSession = db.prepare(
    `INSERT INTO change (position, session_id, note_id, actions, actor, at) VALUES (${NEXT_POSITION}, ?, ?, ?, ?, ?)`,
  );
  const addNotebook = lazily(() =>
    db.prepare(`INSERT INTO change (position, notebook_id) VALUES (${NEXT_POSITION}, ?)`),
  );
  const position = (): number => newest.get()!.position as number;

  return {
    /** The position of the newest write. */
    position,
    /** Records a change of a session, of one of its notes or an action on it; must run inside a write transaction. */
    noteSession(sessionId: string, noteId?: string, action?: ActionRecord): void {
      const { actions, by, at } = action ?? {};
      addSession.run(sessionId, noteId ?? null, actions?.join(" ") ?? null, by ?? null, at ?? null);
    },
    /** Records a change of a notebook and returns its position; must run inside a write transaction. */
    noteNotebook: (notebookId: string): number => Number(addNotebook().run(notebookId).lastInsertRowid),
    /** Writes after a position, oldest first. */
    after: (from: number, limit: number): Change[] => after.all({ from, limit }).map(toChange),
  };
}

/** Actions on a session, with who did them and when (in milliseconds). */
export interface ActionRecord {
  readonly actions: readonly SessionAction[];
  readonly by: string;
  readonly at: number;
}

/** The feed of one connection. */
export type Feed = ReturnType<typeof createFeed>;

type Row = Record<string, unknown>;

function toChange(row: Row): Change {
  const position = row.position as number;
  const notebookId = row.notebook_id as string | null;
  if (notebookId !== null) return { position, notebookId, kind: "notebook", ...ownerOf(row) };
  const sessionId = row.session_id as string;
  const seq = row.seq as number | null;
  return seq === null
    ? { position, sessionId, kind: "session", ...noteOf(row), ...toSessionActions(row), ...ownerOf(row) }
    : { position, sessionId, kind: "thought", seq, ...ownerOf(row) };
}

const noteOf = ({ note_id: id }: Row) => (id === null ? {} : { noteId: id as string });
const ownerOf = ({ owner }: Row) => (owner === null ? {} : { owner: owner as string });
