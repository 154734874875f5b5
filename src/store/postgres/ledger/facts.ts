import { type Fact, MAX_STANDING, type StandingFact } from "../../../ledger/index.ts";
import { FACT_COLUMNS, toFact, toStandingFact } from "../../fact-rows.ts";
import { type FactRange, MAX_FACTS } from "../../port.ts";
import type { Queryable } from "../database.ts";

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

/** The largest value of the column. */
const MAX_SEQ = 2_147_483_647;

const FROM = "clew.fact f JOIN clew.thought t ON t.session_id = f.session_id AND t.seq = f.seq";

const STANDING = `SELECT ${FACT_COLUMNS} FROM ${FROM} WHERE f.session_id = $1 AND f.replaced_by IS NULL
  ORDER BY f.seq DESC, f.ordinal DESC LIMIT ${MAX_STANDING}`;

const FACTS = `SELECT ${FACT_COLUMNS} FROM ${FROM} WHERE f.session_id = $1 AND f.seq > $2 AND f.seq <= $3
  ORDER BY f.seq DESC, f.ordinal DESC LIMIT ${MAX_FACTS}`;
