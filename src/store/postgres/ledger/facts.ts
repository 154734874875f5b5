import { type Fact, MAX_STANDING, type StandingFact } from "../../../ledger/index.ts";
import { FACT_COLUMNS, toFact, toStandingFact } from "../../fact-rows.ts";
import { type ExtractedFact, type FactRange, MAX_FACTS } from "../../port.ts";
import type { Queryable } from "../database.ts";
import type { NoteChange } from "./sessions.ts";

/** The facts of a session that nothing has replaced, newest first. */
export async function currentFacts(db: Queryable, sessionId: string): Promise<readonly StandingFact[]> {
  return (await db.query(STANDING, [sessionId])).map(toStandingFact);
}

/** The facts of a session in order of their thoughts. */
export async function readFacts(
  db: Queryable,
  sessionId: string,
  { after = 0, until = MAX_SEQ }: FactRange = {},
): Promise<readonly Fact[]> {
  const rows = await db.query(FACTS, [sessionId, Math.min(after, MAX_SEQ), Math.min(until, MAX_SEQ)]);
  return rows.map(toFact).reverse();
}

/** The `seq` up to which a model has read a session for facts. */
export async function readFactReading(db: Queryable, sessionId: string): Promise<number> {
  const [row] = await db.query("SELECT seq FROM clew.fact_reading WHERE session_id = $1", [sessionId]);
  return Number(row?.seq ?? 0);
}

/** Adds the facts that a model found, unless another process has read these thoughts. */
export async function saveExtracted(
  tx: Queryable,
  sessionId: string,
  { after, until }: { readonly after: number; readonly until: number },
  facts: readonly ExtractedFact[],
  note: NoteChange,
): Promise<boolean> {
  // The first of two processes inserts or moves the row, and the other one waits for it.
  const moved = await tx.query(
    after === 0
      ? "INSERT INTO clew.fact_reading (session_id, seq) VALUES ($1, $2) ON CONFLICT (session_id) DO NOTHING RETURNING seq"
      : "UPDATE clew.fact_reading SET seq = $2 WHERE session_id = $1 AND seq = $3 RETURNING seq",
    after === 0 ? [sessionId, until] : [sessionId, until, after],
  );
  if (moved.length === 0) return false;
  await addExtracted(tx, sessionId, facts);
  if (facts.length > 0) await note(sessionId);
  return true;
}

/** Adds facts that a model stated. */
export async function addExtracted(
  tx: Queryable,
  sessionId: string,
  facts: readonly ExtractedFact[],
): Promise<void> {
  for (const { kind, text, reason = null, quotation, seq } of facts)
    await tx.query(
      `INSERT INTO clew.fact (session_id, seq, ordinal, kind, text, reason, origin, quotation)
       SELECT session_id, seq, (SELECT coalesce(max(ordinal), 0) + 1 FROM clew.fact f WHERE f.session_id = $5 AND f.seq = $6),
         $1, $2, $3, 'extracted', $4 FROM clew.thought WHERE session_id = $5 AND seq = $6`,
      [kind, text, reason, quotation, sessionId, seq],
    );
}

/** The largest value of the column. */
const MAX_SEQ = 2_147_483_647;

const FROM = "clew.fact f JOIN clew.thought t ON t.session_id = f.session_id AND t.seq = f.seq";

const STANDING = `SELECT ${FACT_COLUMNS} FROM ${FROM} WHERE f.session_id = $1 AND f.replaced_by IS NULL
  ORDER BY f.seq DESC, f.ordinal DESC LIMIT ${MAX_STANDING}`;

const FACTS = `SELECT ${FACT_COLUMNS} FROM ${FROM} WHERE f.session_id = $1 AND f.seq > $2 AND f.seq <= $3
  ORDER BY f.seq DESC, f.ordinal DESC LIMIT ${MAX_FACTS}`;
