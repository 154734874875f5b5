import type { DatabaseSync } from "node:sqlite";
import type { HandleState } from "../port.ts";

/** Prepares the statements on handles; `move` must run inside a write transaction. */
export function createHandleTable(db: DatabaseSync) {
  const select = db.prepare("SELECT session_id, project, task, aspect, root FROM handle WHERE handle = ?");
  const upsert = db.prepare(
    `INSERT INTO handle (handle, session_id, project, task, aspect, root) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (handle) DO UPDATE SET session_id = ifnull(excluded.session_id, session_id),
       project = ifnull(excluded.project, project), task = ifnull(excluded.task, task),
       aspect = ifnull(excluded.aspect, aspect), root = ifnull(excluded.root, root)`,
  );

  function find(handle: string): HandleState {
    const row = select.get(handle);
    if (!row) return {};
    return {
      ...(row.session_id !== null && { sessionId: row.session_id as string }),
      ...(row.project !== null && { project: row.project as string }),
      ...(row.task !== null && { task: row.task as string }),
      ...(row.aspect !== null && { aspect: row.aspect as string }),
      ...(row.root !== null && { root: row.root as string }),
    };
  }

  return {
    find,
    move(handle: string, { sessionId, project, task, aspect, root }: HandleState): HandleState {
      upsert.run(handle, sessionId ?? null, project ?? null, task ?? null, aspect ?? null, root ?? null);
      return find(handle);
    },
  };
}
