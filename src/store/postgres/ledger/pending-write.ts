import {
  type AppendResult,
  boundHandle,
  citedNotes,
  continuesClosed,
  countsDown,
  type Declaration,
  type Draft,
  declareFacts,
  MAX_NAMED_BRANCHES,
  type Placed,
  type PlaceLookups,
  type Placement,
  placeDraft,
  placedThought,
  type Thought,
} from "../../../ledger/index.ts";
import { runAsync } from "../../../primitives/steps.ts";
import { indexKey } from "../../index-key.ts";
import type { SessionTexts } from "../../search/candidates.ts";
import type { Queryable } from "../database.ts";
import { readSessionTexts } from "../search/session-texts.ts";
import { currentFacts } from "./facts.ts";
import { BEHIND_MS, type SessionHead, toPlaced } from "./session-head.ts";

/** The session of a draft. */
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
  readonly evidence?: Draft["evidence"];
  /** Ids of the notes that the thought answers. */
  readonly cited: readonly string[];
  /** The question that the thought asks a person. */
  readonly needsInput?: string | undefined;
  /** The facts of the thought, and what they replace. */
  readonly declared?: Declaration | undefined;
  /** The searchable texts of the session; the word index has them for its first thought. */
  readonly session?: SessionTexts;
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
  const placement = await findPlacement(db, sessionId, before, draft);
  const seq = before.lastSeq + 1;
  const thought = placedThought(draft, sessionId, placement, { id, seq, now });
  const closed = !draft.nextThoughtNeeded;
  const declared = draft.marks?.length
    ? declareFacts(draft.marks, placement.branch, await currentFacts(db, sessionId))
    : undefined;
  return {
    thought,
    now,
    placement,
    before,
    after: headAfter(before, thought, placement, now),
    ...handleChanges(draft, target, closed),
    idempotency: draft.idempotency,
    evidence: draft.evidence,
    cited: citedNotes(draft),
    needsInput: draft.needsInput,
    declared,
    ...(seq === 1 && { session: await readSessionTexts(db, sessionId) }),
    result: {
      thought,
      opened,
      closed,
      branches: placement.branches,
      thoughtCount: seq,
      windowStart: before.windowStart,
      warnings: declared ? [...placement.warnings, ...declared.warnings] : placement.warnings,
      ...(before.steered && { steered: true }),
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
  if (closed && !continuesClosed(target)) return { ...guard, unbind: handle };
  return isBound ? guard : { bind: handle };
}

/** The placement of a draft in its session. */
export interface BranchPlacement extends Placement {
  /** The session's newest branches, including this one. */
  readonly branches: readonly string[];
}

/** Places a draft, reading only what the head does not contain. */
async function findPlacement(
  db: Queryable,
  sessionId: string,
  head: SessionHead,
  draft: Draft,
): Promise<BranchPlacement> {
  const placement = await runAsync(placeDraft(draft, head.latest, lookUpPlace(db, sessionId, head)));
  const branches = head.branches ?? (await readBranches(db, sessionId));
  const isNewBranch = placement.forkedFrom !== undefined;
  return {
    ...placement,
    branches: isNewBranch ? [...branches, placement.branch].slice(-MAX_NAMED_BRANCHES) : branches,
  };
}

function lookUpPlace(db: Queryable, sessionId: string, head: SessionHead): PlaceLookups {
  let unnamed: Promise<ReadonlySet<string>> | undefined;
  const find = async (sql: string, ...values: (string | number)[]): Promise<Placed | undefined> => {
    const [row] = await db.query(sql, [sessionId, ...values]);
    return row && toPlaced(row);
  };
  return {
    branchCount: () => head.branchCount,
    // Called only for names that the ledger gives: one query reads them all.
    async hasBranch(name) {
      unnamed ??= readUnnamed(db, sessionId);
      return (await unnamed).has(name);
    },
    tail: (branch) => find(TAIL, indexKey(branch)),
    byId: (id) => find(`${PLACED} AND t.id = $2`, id),
    byNumber: (number, branch) => find(BY_NUMBER, number, branch),
    hasNumber: async (number, branch) =>
      number <= head.highest &&
      (await find(`${PLACED} AND t.number = $2 AND t.branch_id = $3 LIMIT 1`, number, branch)) !== undefined,
    async numbers(limit) {
      const rows = await db.query(
        "SELECT DISTINCT number FROM clew.thought WHERE session_id = $1 ORDER BY number LIMIT $2",
        [sessionId, limit],
      );
      return rows.map((row) => row.number as number);
    },
  };
}

/** The names of the form `branch-3` that are in use. */
async function readUnnamed(db: Queryable, sessionId: string): Promise<ReadonlySet<string>> {
  const rows = await db.query(
    "SELECT branch_id FROM clew.branch WHERE session_id = $1 AND branch_key >= 'branch-' AND branch_key < 'branch.'",
    [sessionId],
  );
  return new Set(rows.map((row) => row.branch_id as string));
}

async function readBranches(db: Queryable, sessionId: string): Promise<string[]> {
  const rows = await db.query(
    `SELECT branch_id FROM clew.branch WHERE session_id = $1 AND ordinal > 0 ORDER BY ordinal DESC LIMIT ${MAX_NAMED_BRANCHES}`,
    [sessionId],
  );
  return rows.map((row) => row.branch_id as string).reverse();
}

const TAIL = `SELECT tail_id AS id, tail_number AS number, tail_total AS total, branch_id FROM clew.branch
  WHERE session_id = $1 AND branch_key = $2`;

const PLACED = "SELECT t.id, t.number, t.total, t.branch_id FROM clew.thought t WHERE t.session_id = $1";

const BY_NUMBER = `WITH RECURSIVE path AS (
    SELECT $3::text AS branch_id, 0 AS steps
    UNION ALL
    SELECT b.parent_branch, path.steps + 1 FROM path
      JOIN clew.branch b ON b.session_id = $1 AND b.branch_id = path.branch_id AND b.parent_branch IS NOT NULL
  )
  SELECT t.id, t.number, t.total, t.branch_id FROM clew.thought t LEFT JOIN path ON path.branch_id = t.branch_id
  WHERE t.session_id = $1 AND t.number = $2 ORDER BY path.steps NULLS LAST, t.seq DESC LIMIT 1`;
