import type { DatabaseSync } from "node:sqlite";
import type { Change } from "../../ledger/index.ts";
import { lazily } from "./lazily.ts";

const NEWEST =
  "max(ifnull((SELECT max(position) FROM thought), 0), ifnull((SELECT max(position) FROM change), 0))";

/** The position of the next write, in SQL; to be taken inside a write transaction. */
export const NEXT_POSITION = `${NEWEST} + 1`;

/** The one global order of writes: thoughts, and changes of sessions and notebooks. */
export function createFeed(db: DatabaseSync) {
  const newest = db.prepare(`SELECT ${NEWEST} AS position`);
  const thoughts = db.prepare(
    `SELECT t.position, t.session_id, t.seq, s.owner FROM thought t LEFT JOIN session s ON s.id = t.session_id
     WHERE t.position > ? ORDER BY t.position LIMIT ?`,
  );
  const others = db.prepare(
    `SELECT c.position, c.session_id, c.notebook_id, ifnull(s.owner, n.owner) AS owner FROM change c
       LEFT JOIN session s ON s.id = c.session_id LEFT JOIN notebook n ON n.id = c.notebook_id
     WHERE c.position > ? ORDER BY c.position LIMIT ?`,
  );
  const addSession = db.prepare(`INSERT INTO change (position, session_id) VALUES (${NEXT_POSITION}, ?)`);
  const addNotebook = lazily(() =>
    db.prepare(`INSERT INTO change (position, notebook_id) VALUES (${NEXT_POSITION}, ?)`),
  );
  const position = (): number => newest.get()!.position as number;

  return {
    /** The position of the newest write. */
    position,
    /** Notes a change of a session; it must run inside a write transaction. */
    noteSession: (sessionId: string): void => void addSession.run(sessionId),
    /** Notes a change of a notebook and tells its position; it must run inside a write transaction. */
    noteNotebook: (notebookId: string): number => Number(addNotebook().run(notebookId).lastInsertRowid),
    /** Writes after a position, oldest first. */
    after(from: number, limit: number): Change[] {
      const changes = [
        ...thoughts.all(from, limit).map(thoughtChange),
        ...others.all(from, limit).map(otherChange),
      ];
      return changes.sort((a, b) => a.position - b.position).slice(0, limit);
    },
  };
}

/** The feed of one connection. */
export type Feed = ReturnType<typeof createFeed>;

type Row = Record<string, unknown>;

function thoughtChange(row: Row): Change {
  return {
    position: row.position as number,
    sessionId: row.session_id as string,
    kind: "thought",
    seq: row.seq as number,
    ...ownerOf(row),
  };
}

function otherChange(row: Row): Change {
  const position = row.position as number;
  return row.notebook_id === null
    ? { position, sessionId: row.session_id as string, kind: "session", ...ownerOf(row) }
    : { position, notebookId: row.notebook_id as string, kind: "notebook", ...ownerOf(row) };
}

const ownerOf = ({ owner }: Row) => (owner === null ? {} : { owner: owner as string });
