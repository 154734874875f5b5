import { Failure, thoughtNotFound } from "../../../ledger/index.ts";
import type { Queryable } from "../database.ts";
import type { Note } from "./session-write.ts";

/** The most thoughts that a refusal names. */
const THOUGHTS_NAMED = 200;

/** Writes a critique to a thought, once; it must run inside a transaction. */
export async function saveCritique(
  tx: Queryable,
  sessionId: string,
  seq: number,
  critique: Readonly<Record<string, unknown>>,
  note: Note,
): Promise<Readonly<Record<string, unknown>>> {
  const [row] = await tx.query(
    "SELECT critique FROM clew.thought WHERE session_id = $1 AND seq = $2 FOR UPDATE",
    [sessionId, seq],
  );
  if (!row) throw await notFound(tx, sessionId, seq);
  if (row.critique !== null) return JSON.parse(row.critique as string);
  const text = JSON.stringify(critique);
  await tx.query("UPDATE clew.thought SET critique = $3 WHERE session_id = $1 AND seq = $2", [
    sessionId,
    seq,
    text,
  ]);
  await note(sessionId);
  return JSON.parse(text);
}

/** Nothing is ever taken out of a session, so its thoughts are 1, 2, 3… up to the newest. */
async function notFound(tx: Queryable, sessionId: string, seq: number): Promise<Failure> {
  const [row] = await tx.query(
    "SELECT coalesce((SELECT max(seq) FROM clew.thought WHERE session_id = s.id), 0) AS last FROM clew.session s WHERE s.id = $1",
    [sessionId],
  );
  if (!row) return new Failure("SESSION_NOT_FOUND", { sessionId });
  const last = row.last as number;
  const existing = Array.from({ length: Math.min(last, THOUGHTS_NAMED) }, (_, index) => index + 1);
  return thoughtNotFound("seq", seq, existing, last > THOUGHTS_NAMED);
}
