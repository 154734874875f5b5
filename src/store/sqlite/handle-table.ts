import type { DatabaseSync } from "node:sqlite";
import type { HandleState } from "../port.ts";

/** Prepares the statements on handles; `move` must run inside a write transaction. */
export function createHandleTable(db: DatabaseSync) {
  const select = db.prepare(
    "SELECT session_id, last_session_id, project, task, aspect, root FROM handle WHERE handle = ?",
  );
  const upsert = db.prepare(
    `INSERT INTO handle (handle, session_id, last_session_id, project, task, aspect, root) VALUES (?1, ?2, ?2, ?3, ?4, ?5, ?6)
     ON CONFLICT (handle) DO UPDATE SET session_id = ifnull(?2, session_id), last_session_id = ifnull(?2, last_session_id),
       project = ifnull(excluded.project, project), task = ifnull(excluded.task, task),
       aspect = ifnull(excluded.aspect, aspect), root = ifnull(excluded.root, root)`,
  );

  function find(handle: string): HandleState {
    const row = select.get(handle);
    if (!row) return {};
    return {
      ...(row.session_id !== null && { sessionId: row.session_id as string }),
      ...(row.last_session_id !== null && { lastSessionId: row.last_session_id as string }),
      ...(row.project && { project: row.project as string }),
      ...(row.task && { task: row.task as string }),
      ...(row.aspect && { aspect: row.aspect as string }),
      ...(row.root !== null && { root: row.root as string }),
    };
  }

  return {
    find,
    move(
      handle: string,
      { sessionId, project, task, aspect, root }: Omit<HandleState, "lastSessionId">,
    ): HandleState {
      upsert.run(handle, sessionId ?? null, project ?? null, task ?? null, aspect ?? null, root ?? null);
      return find(handle);
    },
  };
}
