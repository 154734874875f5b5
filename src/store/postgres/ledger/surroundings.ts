import {
  type Draft,
  laneOf,
  MAIN_LANE,
  type Placed,
  type Placement,
  place,
  repeatedNumber,
  thoughtNotFound,
} from "../../../ledger/index.ts";
import { indexKey } from "../../index-key.ts";
import type { Queryable, Row } from "../database.ts";
import type { Head } from "./head.ts";

/** The most branches that a result names: the newest. */
export const BRANCHES_NAMED = 200;
/** The most thought numbers that a refusal names. */
const NUMBERS_NAMED = 200;

/** Where a draft goes in its session, with what the writer must note about its lane. */
export interface Spot extends Placement {
  readonly lane: string;
  /** The lane is new, and forked off this one. */
  readonly begins?: { readonly parentBranch: string };
  /** The session's newest branches, this lane included. */
  readonly branches: readonly string[];
}

/** The key of a lane: its name, or what stands for a long one. */
export const laneKey = indexKey;

/** Places a draft, reading no more than it needs beyond what is known of the session. */
export async function findSpot(db: Queryable, sessionId: string, head: Head, draft: Draft): Promise<Spot> {
  const { latest } = head;
  const at = latest?.branchId ?? MAIN_LANE;
  const lane = await findLane(db, sessionId, head, draft);
  const tail = latest?.branchId === lane ? latest : await findTail(db, sessionId, head, lane);
  const fork =
    draft.branchFrom === undefined
      ? undefined
      : ((await findById(db, sessionId, draft.branchFromId)) ??
        (await findNumber(db, sessionId, "branchFromThought", draft.branchFrom, at)));
  const revised =
    draft.revises === undefined
      ? undefined
      : await findNumber(db, sessionId, "revisesThought", draft.revises, tail ? lane : at);
  const placement = place(draft, lane, {
    ...(tail && { tail }),
    ...(latest && { latest }),
    ...(fork && { fork }),
    ...(revised && { revised }),
  });
  const { number } = placement;
  const isRepeated =
    !placement.isRevision && tail && number <= head.highest && (await isInLane(db, sessionId, number, lane));
  const isNewBranch = !tail && lane !== MAIN_LANE;
  const branches = head.branches ?? (await readBranches(db, sessionId));
  return {
    ...placement,
    warnings: isRepeated ? [...placement.warnings, repeatedNumber(number)] : placement.warnings,
    lane,
    ...(isNewBranch && { begins: { parentBranch: (fork ?? latest)?.branchId ?? MAIN_LANE } }),
    branches: isNewBranch ? [...branches, lane].slice(-BRANCHES_NAMED) : branches,
  };
}

async function findLane(db: Queryable, sessionId: string, head: Head, draft: Draft): Promise<string> {
  const isUnnamedFork = draft.branchFrom !== undefined && (draft.branchId ?? "") === "";
  const names = isUnnamedFork
    ? await db.query(
        "SELECT branch_id FROM clew.branch WHERE session_id = $1 AND branch_key >= 'branch-' AND branch_key < 'branch.'",
        [sessionId],
      )
    : [];
  const taken = new Set(names.map((row) => row.branch_id));
  return laneOf(
    draft,
    () => head.branchCount,
    (name) => taken.has(name),
  );
}

/** The last thought of a lane that is not at hand; a lane that is new has none. */
async function findTail(
  db: Queryable,
  sessionId: string,
  head: Head,
  lane: string,
): Promise<Placed | undefined> {
  if (!head.latest) return undefined;
  const [row] = await db.query(
    "SELECT tail_id, tail_number, tail_total FROM clew.branch WHERE session_id = $1 AND branch_key = $2",
    [sessionId, laneKey(lane)],
  );
  return (
    row && {
      id: row.tail_id as string,
      number: row.tail_number as number,
      total: row.tail_total as number,
      branchId: lane,
    }
  );
}

async function findById(
  db: Queryable,
  sessionId: string,
  id: string | undefined,
): Promise<Placed | undefined> {
  if (id === undefined) return undefined;
  const [row] = await db.query(`${PLACED} AND t.id = $2`, [sessionId, id]);
  return row && toPlaced(row);
}

/** The thought with a number: in the lane at hand, then in those it forked from, then anywhere. */
async function findNumber(
  db: Queryable,
  sessionId: string,
  field: string,
  number: number,
  lane: string,
): Promise<Placed> {
  const [row] = await db.query(BY_NUMBER, [sessionId, number, lane]);
  if (row) return toPlaced(row);
  const rows = await db.query(
    `SELECT DISTINCT number FROM clew.thought WHERE session_id = $1 ORDER BY number LIMIT ${NUMBERS_NAMED + 1}`,
    [sessionId],
  );
  const numbers = rows.map((found) => found.number as number);
  throw thoughtNotFound(field, number, numbers.slice(0, NUMBERS_NAMED), numbers.length > NUMBERS_NAMED);
}

async function isInLane(db: Queryable, sessionId: string, number: number, lane: string): Promise<boolean> {
  const rows = await db.query(`${PLACED} AND t.number = $2 AND t.branch_id = $3 LIMIT 1`, [
    sessionId,
    number,
    lane,
  ]);
  return rows.length > 0;
}

async function readBranches(db: Queryable, sessionId: string): Promise<string[]> {
  const rows = await db.query(
    `SELECT branch_id FROM clew.branch WHERE session_id = $1 AND ordinal > 0 ORDER BY ordinal DESC LIMIT ${BRANCHES_NAMED}`,
    [sessionId],
  );
  return rows.map((row) => row.branch_id as string).reverse();
}

const PLACED = "SELECT t.id, t.number, t.total, t.branch_id FROM clew.thought t WHERE t.session_id = $1";

const BY_NUMBER = `WITH RECURSIVE way AS (
    SELECT $3::text AS branch_id, 0 AS steps
    UNION ALL
    SELECT l.parent_branch, way.steps + 1 FROM way
      JOIN clew.branch l ON l.session_id = $1 AND l.branch_id = way.branch_id AND l.parent_branch IS NOT NULL
  )
  SELECT t.id, t.number, t.total, t.branch_id FROM clew.thought t LEFT JOIN way ON way.branch_id = t.branch_id
  WHERE t.session_id = $1 AND t.number = $2 ORDER BY way.steps NULLS LAST, t.seq DESC LIMIT 1`;

function toPlaced(row: Row): Placed {
  return {
    id: row.id as string,
    number: row.number as number,
    total: row.total as number,
    branchId: row.branch_id as string,
  };
}
