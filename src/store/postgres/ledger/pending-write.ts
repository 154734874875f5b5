import {
  type AppendResult,
  boundHandle,
  countsDown,
  type Draft,
  laneOf,
  MAIN_LANE,
  type Placed,
  type Placement,
  place,
  placedThought,
  repeatedNumber,
  type Thought,
  thoughtNotFound,
} from "../../../ledger/index.ts";
import { indexKey } from "../../index-key.ts";
import type { Queryable } from "../database.ts";
import { BEHIND_MS, type SessionHead, toPlaced } from "./session-head.ts";

/** The session that a draft goes to. */
export interface TargetSession {
  readonly sessionId: string;
  readonly before: SessionHead;
  readonly opened: boolean;
  /** Whether the handle of the draft has this session open. */
  readonly isBound?: boolean;
}

/** A thought that is ready to be written, with the changes that belong to it. */
export interface PendingWrite {
  readonly thought: Thought;
  readonly now: number;
  readonly placement: BranchPlacement;
  /** The head that the session must still have, and the head after the write. */
  readonly before: SessionHead;
  readonly after: SessionHead;
  /** The handle that must still have the session open. */
  readonly boundHandle?: string;
  /** The handle that the write binds to the session. */
  readonly bind?: string;
  /** The handle that the write releases. */
  readonly unbind?: string;
  readonly idempotency?: Draft["idempotency"];
  readonly result: AppendResult;
}

/** Places a draft and prepares its write. Only reads. */
export async function prepareWrite(
  db: Queryable,
  draft: Draft,
  target: TargetSession,
  id: string,
  now: number,
): Promise<PendingWrite> {
  const { sessionId, before, opened } = target;
  const placement = await placeDraft(db, sessionId, before, draft);
  const seq = before.lastSeq + 1;
  const thought = placedThought(draft, sessionId, placement.branch, placement, { id, seq, now });
  const closed = !draft.nextThoughtNeeded;
  return {
    thought,
    now,
    placement,
    before,
    after: headAfter(before, thought, placement, now),
    ...handleChanges(draft, target, closed),
    idempotency: draft.idempotency,
    result: {
      thought,
      opened,
      closed,
      branches: placement.branches,
      thoughtCount: seq,
      windowStart: before.windowStart,
      warnings: placement.warnings,
      replayed: false,
    },
  };
}

function headAfter(
  before: SessionHead,
  thought: Thought,
  { branch, branches, forkedFrom }: BranchPlacement,
  now: number,
): SessionHead {
  const { id, number, total } = thought;
  return {
    ...before,
    lastSeq: thought.seq,
    status: thought.nextThoughtNeeded ? "active" : "completed",
    touchedAt: now - before.touchedAt > BEHIND_MS ? now : before.touchedAt,
    branchCount: before.branchCount + (forkedFrom === undefined ? 0 : 1),
    latest: { id, number, total, branchId: branch },
    highest: Math.max(before.highest, number),
    branches,
    countsDown: before.countsDown === undefined ? undefined : countsDown(number, before.latest),
  };
}

function handleChanges(
  { target }: Draft,
  { isBound = false }: TargetSession,
  closed: boolean,
): Pick<PendingWrite, "boundHandle" | "bind" | "unbind"> {
  const handle = boundHandle(target);
  if (handle === undefined) return {};
  const guard = isBound ? { boundHandle: handle } : {};
  if (closed && !("handle" in target && target.continues)) return { ...guard, unbind: handle };
  return isBound ? guard : { bind: handle };
}

/** How many branches a result lists, the newest. */
const MAX_BRANCHES = 200;
/** How many thought numbers an error message lists. */
const MAX_NUMBERS = 200;

/** The placement of a draft in its session, with its branch. */
export interface BranchPlacement extends Placement {
  /** The name of the branch; empty for the main one. */
  readonly branch: string;
  /** The branch that a new branch forks from; absent if the branch exists. */
  readonly forkedFrom?: string;
  /** The session's newest branches, including this one. */
  readonly branches: readonly string[];
}

/** Places a draft, reading only what the head does not contain. */
async function placeDraft(
  db: Queryable,
  sessionId: string,
  head: SessionHead,
  draft: Draft,
): Promise<BranchPlacement> {
  const { latest } = head;
  const current = latest?.branchId ?? MAIN_LANE;
  const branch = await branchFor(db, sessionId, head, draft);
  const tail = latest?.branchId === branch ? latest : await findTail(db, sessionId, head, branch);
  const fork =
    draft.branchFrom === undefined
      ? undefined
      : ((await findById(db, sessionId, draft.branchFromId)) ??
        (await findNumber(db, sessionId, "branchFromThought", draft.branchFrom, current)));
  const revised =
    draft.revises === undefined
      ? undefined
      : await findNumber(db, sessionId, "revisesThought", draft.revises, tail ? branch : current);
  const placement = place(draft, branch, { tail, latest, fork, revised });
  const { number } = placement;
  const isRepeated =
    !placement.isRevision &&
    tail &&
    number <= head.highest &&
    (await isOnBranch(db, sessionId, number, branch));
  const isNewBranch = !tail && branch !== MAIN_LANE;
  const branches = head.branches ?? (await readBranches(db, sessionId));
  return {
    ...placement,
    warnings: isRepeated ? [...placement.warnings, repeatedNumber(number)] : placement.warnings,
    branch,
    forkedFrom: isNewBranch ? ((fork ?? latest)?.branchId ?? MAIN_LANE) : undefined,
    branches: isNewBranch ? [...branches, branch].slice(-MAX_BRANCHES) : branches,
  };
}

async function branchFor(db: Queryable, sessionId: string, head: SessionHead, draft: Draft): Promise<string> {
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

/** The last thought of a branch other than the current one; undefined for a new branch. */
async function findTail(
  db: Queryable,
  sessionId: string,
  head: SessionHead,
  branch: string,
): Promise<Placed | undefined> {
  if (!head.latest) return undefined;
  const [row] = await db.query(
    "SELECT tail_id, tail_number, tail_total FROM clew.branch WHERE session_id = $1 AND branch_key = $2",
    [sessionId, indexKey(branch)],
  );
  return (
    row && {
      id: row.tail_id as string,
      number: row.tail_number as number,
      total: row.tail_total as number,
      branchId: branch,
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

/** The thought with a number: on the given branch, then on those it forked from, then on any. */
async function findNumber(
  db: Queryable,
  sessionId: string,
  field: string,
  number: number,
  branch: string,
): Promise<Placed> {
  const [row] = await db.query(BY_NUMBER, [sessionId, number, branch]);
  if (row) return toPlaced(row);
  const rows = await db.query(
    `SELECT DISTINCT number FROM clew.thought WHERE session_id = $1 ORDER BY number LIMIT ${MAX_NUMBERS + 1}`,
    [sessionId],
  );
  const numbers = rows.map((found) => found.number as number);
  throw thoughtNotFound(field, number, numbers.slice(0, MAX_NUMBERS), numbers.length > MAX_NUMBERS);
}

async function isOnBranch(
  db: Queryable,
  sessionId: string,
  number: number,
  branch: string,
): Promise<boolean> {
  const rows = await db.query(`${PLACED} AND t.number = $2 AND t.branch_id = $3 LIMIT 1`, [
    sessionId,
    number,
    branch,
  ]);
  return rows.length > 0;
}

async function readBranches(db: Queryable, sessionId: string): Promise<string[]> {
  const rows = await db.query(
    `SELECT branch_id FROM clew.branch WHERE session_id = $1 AND ordinal > 0 ORDER BY ordinal DESC LIMIT ${MAX_BRANCHES}`,
    [sessionId],
  );
  return rows.map((row) => row.branch_id as string).reverse();
}

const PLACED = "SELECT t.id, t.number, t.total, t.branch_id FROM clew.thought t WHERE t.session_id = $1";

const BY_NUMBER = `WITH RECURSIVE path AS (
    SELECT $3::text AS branch_id, 0 AS steps
    UNION ALL
    SELECT b.parent_branch, path.steps + 1 FROM path
      JOIN clew.branch b ON b.session_id = $1 AND b.branch_id = path.branch_id AND b.parent_branch IS NOT NULL
  )
  SELECT t.id, t.number, t.total, t.branch_id FROM clew.thought t LEFT JOIN path ON path.branch_id = t.branch_id
  WHERE t.session_id = $1 AND t.number = $2 ORDER BY path.steps NULLS LAST, t.seq DESC LIMIT 1`;
