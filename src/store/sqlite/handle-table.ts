import type { DatabaseSync } from "node:sqlite";
import { indexKey } from "../index-key.ts";
import type { HandleState } from "../port.ts";

/**
 * Creates a function that returns the stored key of a handle: the handle itself, or its shortened form in a ledger
 * copied from PostgreSQL.
 */
export function createHandleKey(db: DatabaseSync): (handle: string) => string {
  const select = db.prepare("SELECT 1 FROM handle WHERE handle = ?");
  return (handle) => {
    const short = indexKey(handle);
    return short !== handle && select.get(short) ? short : handle;
  };
}

/** Prepares the statements on handles; `move` must run inside a write transaction. */
export function createHandleTable(db: DatabaseSync) {
  const keyOf = createHandleKey(db);
  const select = db.prepare(
    "SELECT session_id, last_session_id, project, task, aspect, notebook_id, root FROM handle WHERE handle = ?",
  );
  const upsert = db.prepare(
    `INSERT INTO handle (handle, session_id, last_session_id, project, task, aspect, notebook_id, root)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (handle) DO UPDATE SET session_id = ifnull(excluded.session_id, session_id),
       last_session_id = ifnull(excluded.last_session_id, last_session_id),
       project = ifnull(excluded.project, project), task = ifnull(excluded.task, task),
       aspect = ifnull(excluded.aspect, aspect), notebook_id = ifnull(excluded.notebook_id, notebook_id),
       root = ifnull(excluded.root, root)`,
  );

  function find(handle: string): HandleState {
    const row = select.get(keyOf(handle));
    if (!row) return {};
    return {
      ...(row.session_id !== null && { sessionId: row.session_id as string }),
      ...(row.last_session_id !== null && { lastSessionId: row.last_session_id as string }),
      ...(row.project && { project: row.project as string }),
      ...(row.task && { task: row.task as string }),
      ...(row.aspect && { aspect: row.aspect as string }),
      ...(row.notebook_id && { notebookId: row.notebook_id as string }),
      ...(row.root !== null && { root: row.root as string }),
    };
  }

  return {
    find,
    move(handle: string, changes: Omit<HandleState, "lastSessionId">): HandleState {
      const { sessionId, project, task, aspect, notebookId, root } = changes;
      upsert.run(
        keyOf(handle),
        sessionId ?? null,
        sessionId ?? null,
        project ?? null,
        task ?? null,
        aspect ?? null,
        notebookId ?? null,
        root ?? null,
      );
      return find(handle);
    },
  };
}
