import { type Draft, referredNumbers } from "../../../ledger/index.ts";
import type { ClientOpeningKind } from "../../../notebook/notebook-store.ts";
import { CANDIDATES, FEW, MOST_PLACES } from "../../client-candidates.ts";
import { indexKey } from "../../index-key.ts";
import type { HandleState } from "../../port.ts";
import type { Queryable, Row } from "../database.ts";

const COLUMNS = "session_id, last_session_id, project, task, aspect, notebook_id, root";

/** The state of a handle. */
export async function findHandle(db: Queryable, handle: string): Promise<HandleState> {
  const [row] = await db.query(`SELECT ${COLUMNS} FROM clew.handle WHERE handle = $1`, [indexKey(handle)]);
  return row ? toHandle(row) : {};
}

/** Changes parts of a handle's state. Safe to repeat. */
export async function moveHandle(
  db: Queryable,
  handle: string,
  { sessionId, project, task, aspect, notebookId, root }: Omit<HandleState, "lastSessionId">,
): Promise<HandleState> {
  const values = [indexKey(handle), sessionId, project, task, aspect, notebookId, root];
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

function toHandle(row: Row): HandleState {
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

/** Saves what a client opened without a handle. Only chains can be continued by number. */
export async function saveClientOpening(
  tx: Queryable,
  place: { id: string; kind: ClientOpeningKind; client: string; isChain?: boolean },
  now: number,
): Promise<void> {
  const { id, kind, client, isChain = false } = place;
  await tx.query(SAVE_OPENING, [id, kind, indexKey(client), now, isChain ? 0 : null]);
}

/** The ids of what a client opened, newest first. */
export async function newestClientOpenings(
  db: Queryable,
  client: string,
  kind: ClientOpeningKind,
  limit: number,
): Promise<string[]> {
  const most = Math.max(0, Math.min(limit, MOST_PLACES));
  return idsOf(await db.query(NEWEST, [indexKey(client), kind, most]));
}

/** The open session of a client that a draft continues; undefined if none or several match. */
export async function continuedSession(
  db: Queryable,
  client: string,
  draft: Draft,
): Promise<string | undefined> {
  const numbers = referredNumbers(draft);
  const most = numbers.length === 0 ? FEW : CANDIDATES;
  let matching = idsOf(await db.query(CONTINUABLE, [indexKey(client), draft.number!, most]));
  if (matching.length === CANDIDATES) return undefined;
  for (const number of numbers) matching = idsOf(await db.query(REFERRING, [matching, number]));
  return matching.length === 1 ? matching[0] : undefined;
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id as string);

const SAVE_OPENING = `INSERT INTO clew.client_opening (id, kind, client, opened_at, open_number)
  VALUES ($1, $2, $3, $4::bigint, $5::bigint)`;

const NEWEST = `SELECT id FROM clew.client_opening WHERE client = $1 AND kind = $2
  ORDER BY opened_at DESC, id DESC LIMIT $3`;

/** The open chains of a client that a thought number continues. */
export const CONTINUABLE = `SELECT id FROM clew.client_opening WHERE client = $1 AND open_number = $2::bigint - 1
  UNION ALL SELECT id FROM clew.client_opening WHERE client = $1 AND open_number = $2::bigint + 1 AND counts_down LIMIT $3`;

const REFERRING = `SELECT s.id FROM unnest($1::text[]) AS s (id)
  WHERE EXISTS (SELECT 1 FROM clew.thought t WHERE t.session_id = s.id AND t.number = $2::bigint)`;
