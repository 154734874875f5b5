import type { DatabaseSync } from "node:sqlite";
import {
  type Draft,
  Failure,
  laneOf,
  MAIN_LANE,
  type Placed,
  place,
  type Receipt,
  repeatedNumber,
  type Thought,
  thoughtNotFound,
} from "../../ledger/index.ts";
import type { Clock } from "../clock.ts";
import type { SessionState } from "../port.ts";
import type { SessionTable } from "./session-table.ts";

/** The most branches that a receipt names: the newest. */
const BRANCHES_NAMED = 200;
/** The most thought numbers that a refusal names. */
const NUMBERS_NAMED = 200;

/** Makes the function that places and writes one draft; it must run inside a write transaction. */
export function createAppend(
  db: DatabaseSync,
  sessions: SessionTable,
  clock: Clock,
): (draft: Draft) => Receipt {
  const sql = prepare(db);

  function resolveSession(draft: Draft): { session: SessionState; opened: boolean } {
    const { target } = draft;
    if ("sessionId" in target) {
      const session = sessions.find(target.sessionId);
      if (session) return { session, opened: false };
      if (!target.create) throw new Failure("SESSION_NOT_FOUND", { sessionId: target.sessionId });
      return { session: sessions.create({ ...target.create, id: target.sessionId }), opened: true };
    }
    const bound = sql.handle.get(target.handle)?.session_id as string | undefined;
    const current = bound === undefined ? undefined : sessions.find(bound);
    if (current?.status === "active") return { session: current, opened: false };
    const named = sessions.find(target.handle);
    if (named) return { session: named, opened: false };
    return { session: sessions.create(target.open), opened: true };
  }

  function lookUp(session: SessionState, field: string, number: number, lane: string): Placed {
    for (let branch: string | null = lane; branch !== null; ) {
      const row = sql.inLane.get(session.id, number, branch);
      if (row) return toPlaced(row);
      branch = (sql.lane.get(session.id, branch)?.parent_branch as string | null | undefined) ?? null;
    }
    const row = sql.anywhere.get(session.id, number);
    if (row) return toPlaced(row);
    const numbers = sql.numbers.all(session.id, NUMBERS_NAMED + 1).map((found) => found.number as number);
    throw thoughtNotFound(field, number, numbers.slice(0, NUMBERS_NAMED), numbers.length > NUMBERS_NAMED);
  }

  function remember(draft: Draft, sessionId: string, closed: boolean): void {
    const handle = "handle" in draft.target ? draft.target.handle : draft.target.bind;
    if (handle === undefined) return;
    if (closed) sql.unbind.run(handle);
    else if (sql.handle.get(handle)?.session_id !== sessionId) sql.bind.run(handle, sessionId);
  }

  return (draft) => {
    const { idempotency } = draft;
    if (idempotency) {
      const row = sql.receipt.get(idempotency.scope, idempotency.key);
      if (row) return { ...JSON.parse(row.body as string), replayed: true };
    }
    const { session, opened } = resolveSession(draft);
    const exists = (name: string) => sql.lane.get(session.id, name) !== undefined;
    const lane = laneOf(draft, session.branchCount, exists);
    const tailRow = sql.lane.get(session.id, lane);
    const tail = tailRow && toTail(tailRow, lane);
    const latestRow =
      tailRow?.tail_seq === session.thoughtCount
        ? undefined
        : sql.bySeq.get(session.id, session.thoughtCount);
    const latest = latestRow ? toPlaced(latestRow) : tail;
    const fork =
      draft.branchFrom === undefined
        ? undefined
        : lookUp(session, "branchFromThought", draft.branchFrom, latest?.branchId ?? MAIN_LANE);
    const revised =
      draft.revises === undefined
        ? undefined
        : lookUp(session, "revisesThought", draft.revises, tail ? lane : (latest?.branchId ?? MAIN_LANE));
    const placement = place(draft, lane, {
      ...(tail && { tail }),
      ...(latest && { latest }),
      ...(fork && { fork }),
      ...(revised && { revised }),
    });
    const warnings = [...placement.warnings];
    if (!placement.isRevision && tail && sql.inLane.get(session.id, placement.number, lane))
      warnings.push(repeatedNumber(placement.number));

    const now = clock.now();
    const seq = session.thoughtCount + 1;
    const closed = !draft.nextThoughtNeeded;
    const position = sql.change.run(session.id, seq).lastInsertRowid as number;
    const thought: Thought = {
      id: clock.newId(now),
      sessionId: session.id,
      seq,
      number: placement.number,
      total: placement.total,
      content: draft.content,
      ...(lane !== MAIN_LANE && { branchId: lane }),
      ...(draft.branchFrom !== undefined && { branchFrom: draft.branchFrom }),
      isRevision: placement.isRevision,
      ...(placement.revises !== undefined && { revises: placement.revises }),
      ...(placement.revisesId !== undefined && { revisesId: placement.revisesId }),
      nextThoughtNeeded: draft.nextThoughtNeeded,
      ...(draft.confidence !== undefined && { confidence: draft.confidence }),
      mode: draft.mode,
      door: draft.door,
      ...(draft.author !== undefined && { author: draft.author }),
      ...(placement.parentId !== undefined && { parentId: placement.parentId }),
      metadata: draft.metadata ?? {},
      createdAt: new Date(now).toISOString(),
    };
    insertThought(sql, position, thought, lane, now);
    const isNewBranch = tail === undefined && lane !== MAIN_LANE;
    if (tail) sql.moveLane.run(thought.id, thought.number, thought.total, seq, session.id, lane);
    else {
      const parentBranch = lane === MAIN_LANE ? null : ((fork ?? latest)?.branchId ?? MAIN_LANE);
      const ordinal = isNewBranch ? session.branchCount + 1 : 0;
      sql.newLane.run(
        session.id,
        lane,
        ordinal,
        parentBranch,
        thought.id,
        thought.number,
        thought.total,
        seq,
      );
    }
    const branchCount = session.branchCount + (isNewBranch ? 1 : 0);
    sql.countSession.run(seq, branchCount, closed ? "completed" : "active", now, session.id);
    remember(draft, session.id, closed);
    const receipt: Receipt = {
      thought,
      opened,
      closed,
      branches: branchCount === 0 ? [] : branchNames(sql, session.id),
      thoughtCount: seq,
      windowStart: session.windowStart,
      warnings,
      replayed: false,
    };
    if (idempotency) sql.keepReceipt.run(idempotency.scope, idempotency.key, JSON.stringify(receipt));
    return receipt;
  };
}

function insertThought(sql: Statements, position: number, thought: Thought, lane: string, now: number): void {
  sql.thought.run(
    position,
    thought.id,
    thought.sessionId,
    thought.seq,
    thought.number,
    thought.total,
    lane,
    thought.branchFrom ?? null,
    thought.revises ?? null,
    thought.revisesId ?? null,
    thought.parentId ?? null,
    thought.nextThoughtNeeded ? 1 : 0,
    thought.confidence ?? null,
    thought.mode,
    thought.door,
    thought.author ?? null,
    Object.keys(thought.metadata).length === 0 ? null : JSON.stringify(thought.metadata),
    now,
    thought.content,
  );
}

function branchNames(sql: Statements, sessionId: string): string[] {
  return sql.branches
    .all(sessionId, BRANCHES_NAMED)
    .map((row) => row.branch_id as string)
    .reverse();
}

function toPlaced(row: Record<string, unknown>): Placed {
  return {
    id: row.id as string,
    number: row.number as number,
    total: row.total as number,
    branchId: row.branch_id as string,
  };
}

function toTail(row: Record<string, unknown>, lane: string): Placed {
  return {
    id: row.tail_id as string,
    number: row.tail_number as number,
    total: row.tail_total as number,
    branchId: lane,
  };
}

type Statements = ReturnType<typeof prepare>;

function prepare(db: DatabaseSync) {
  const placed = "SELECT id, number, total, branch_id FROM thought WHERE session_id = ?";
  return {
    receipt: db.prepare("SELECT body FROM receipt WHERE scope = ? AND key = ?"),
    keepReceipt: db.prepare("INSERT INTO receipt (scope, key, body) VALUES (?, ?, ?)"),
    handle: db.prepare("SELECT session_id FROM handle WHERE handle = ?"),
    bind: db.prepare("INSERT OR REPLACE INTO handle (handle, session_id) VALUES (?, ?)"),
    unbind: db.prepare("DELETE FROM handle WHERE handle = ?"),
    lane: db.prepare(
      "SELECT parent_branch, tail_id, tail_number, tail_total, tail_seq FROM lane WHERE session_id = ? AND branch_id = ?",
    ),
    bySeq: db.prepare(`${placed} AND seq = ?`),
    inLane: db.prepare(`${placed} AND number = ? AND branch_id = ? ORDER BY seq DESC LIMIT 1`),
    anywhere: db.prepare(`${placed} AND number = ? ORDER BY seq DESC LIMIT 1`),
    numbers: db.prepare("SELECT DISTINCT number FROM thought WHERE session_id = ? ORDER BY number LIMIT ?"),
    branches: db.prepare(
      "SELECT branch_id FROM lane WHERE session_id = ? AND ordinal > 0 ORDER BY ordinal DESC LIMIT ?",
    ),
    change: db.prepare("INSERT INTO change (session_id, seq) VALUES (?, ?)"),
    thought: db.prepare(
      `INSERT INTO thought (position, id, session_id, seq, number, total, branch_id, branch_from, revises, revises_id,
        parent_id, next_needed, confidence, mode, door, author, metadata, created_at, content)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    newLane: db.prepare(
      `INSERT INTO lane (session_id, branch_id, ordinal, parent_branch, tail_id, tail_number, tail_total, tail_seq)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    moveLane: db.prepare(
      "UPDATE lane SET tail_id = ?, tail_number = ?, tail_total = ?, tail_seq = ? WHERE session_id = ? AND branch_id = ?",
    ),
    countSession: db.prepare(
      "UPDATE session SET thought_count = ?, branch_count = ?, status = ?, updated_at = ? WHERE id = ?",
    ),
  };
}
