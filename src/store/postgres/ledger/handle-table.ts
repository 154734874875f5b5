import { indexKey } from "../../index-key.ts";
import type { HandleState } from "../../port.ts";
import type { Queryable } from "../database.ts";

/** A handle as it is kept: callers choose it, and an index holds no text of any length. */
export const handleKey = indexKey;

const COLUMNS = "session_id, last_session_id, project, task, aspect, notebook_id, root";

/** What a handle has open and where it stands. */
export async function findHandle(db: Queryable, handle: string): Promise<HandleState> {
  const [row] = await db.query(`SELECT ${COLUMNS} FROM clew.handle WHERE handle = $1`, [handleKey(handle)]);
  return row ? toHandle(row) : {};
}

/** Changes these parts of a handle's state; to be repeated it is enough to do it again. */
export async function moveHandle(
  db: Queryable,
  handle: string,
  { sessionId, project, task, aspect, notebookId, root }: Omit<HandleState, "lastSessionId">,
): Promise<HandleState> {
  const values = [handleKey(handle), sessionId, project, task, aspect, notebookId, root];
  const [row] = await db.query(
    MOVE,
    values.map((value) => value ?? null),
  );
  return toHandle(row!);
}

const MOVE = `INSERT INTO clew.handle AS h (handle, session_id, last_session_id, project, task, aspect, notebook_id, root)
  VALUES ($1, $2, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (handle) DO UPDATE SET session_id = coalesce(excluded.session_id, h.session_id),
    last_session_id = coalesce(excluded.last_session_id, h.last_session_id),
    project = coalesce(excluded.project, h.project), task = coalesce(excluded.task, h.task),
    aspect = coalesce(excluded.aspect, h.aspect), notebook_id = coalesce(excluded.notebook_id, h.notebook_id),
    root = coalesce(excluded.root, h.root)
  RETURNING ${COLUMNS}`;

function toHandle(row: Readonly<Record<string, unknown>>): HandleState {
  return {
    ...(row.session_id !== null && { sessionId: row.session_id as string }),
    ...(row.last_session_id !== null && { lastSessionId: row.last_session_id as string }),
    ...(row.project ? { project: row.project as string } : {}),
    ...(row.task ? { task: row.task as string } : {}),
    ...(row.aspect ? { aspect: row.aspect as string } : {}),
    ...(row.notebook_id ? { notebookId: row.notebook_id as string } : {}),
    ...(row.root !== null && { root: row.root as string }),
  };
}
