import type { DatabaseSync } from "node:sqlite";
import {
  type AppendResult,
  boundHandle,
  type Draft,
  Failure,
  laneOf,
  MAIN_LANE,
  type NewSession,
  type Placed,
  place,
  placedThought,
  repeatedNumber,
  type Thought,
  thoughtNotFound,
} from "../../ledger/index.ts";
import type { Clock } from "../clock.ts";
import type { ClientPlaces } from "./client-places.ts";
import { NEXT_POSITION } from "./feed.ts";
import { createHandleKey } from "./handle-table.ts";
import type { AppendResults } from "./idempotency.ts";
import type { SessionTable } from "./session-table.ts";

/** The most branches that a result names: the newest. */
const BRANCHES_NAMED = 200;
/** The most thought numbers that a refusal names. */
const NUMBERS_NAMED = 200;

/** The session that a draft goes to, as far as placing needs it. */
interface Place {
  readonly id: string;
  /** What the draft's handle has open already. */
  readonly bound?: string | undefined;
  readonly status: string;
  readonly windowStart: number;
  readonly opened: boolean;
  /** A chain that a client opened without a handle. */
  readonly isClients: boolean;
}

/** Makes the function that places and writes one draft; it must run inside a write transaction. */
export function createAppend(
  db: DatabaseSync,
  sessions: SessionTable,
  results: AppendResults,
  clients: ClientPlaces,
  clock: Clock,
): (draft: Draft) => AppendResult {
  const sql = prepare(db);
  const keyOf = createHandleKey(db);

  function find(id: string, owner: string | undefined): Place | undefined {
    const row = sql.session.get(id);
    if (owner !== undefined && row?.owner !== owner) return undefined;
    return (
      row && {
        id,
        status: row.status as string,
        windowStart: row.window_start as number,
        opened: false,
        isClients: row.is_clients === 1,
      }
    );
  }

  function open(session: NewSession): Place {
    const { id, status, windowStart } = sessions.create(session);
    return {
      id,
      status,
      windowStart,
      opened: true,
      isClients: session.client !== undefined && session.mode === "chain",
    };
  }

  const boundTo = (handle: string) =>
    (sql.handle.get(keyOf(handle))?.session_id as string | null | undefined) ?? undefined;

  function resolveSession(draft: Draft): Place {
    const { target, owner } = draft;
    if ("sessionId" in target) {
      const session = find(target.sessionId, owner);
      if (session) return session;
      if (!target.create) throw new Failure("SESSION_NOT_FOUND", { sessionId: target.sessionId });
      return open({ ...target.create(), id: target.sessionId });
    }
    if ("client" in target) {
      const continued = target.mayContinue ? clients.continued(target.client, draft) : undefined;
      return (continued === undefined ? undefined : find(continued, owner)) ?? open(target.open());
    }
    const bound = boundTo(target.handle);
    const current = bound === undefined ? undefined : find(bound, owner);
    if (current && (current.status === "active" || target.continues)) return { ...current, bound };
    return find(target.handle, owner) ?? open(target.open());
  }

  function lookUp(sessionId: string, field: string, number: number, lane: string): Placed {
    for (let branch: string | null = lane; branch !== null; ) {
      const row = sql.inLane.get(sessionId, number, branch);
      if (row) return toPlaced(row);
      branch = (sql.lane.get(sessionId, branch)?.parent_branch as string | null | undefined) ?? null;
    }
    const row = sql.anywhere.get(sessionId, number);
    if (row) return toPlaced(row);
    const numbers = sql.numbers.all(sessionId, NUMBERS_NAMED + 1).map((found) => found.number as number);
    throw thoughtNotFound(field, number, numbers.slice(0, NUMBERS_NAMED), numbers.length > NUMBERS_NAMED);
  }

  function byId(sessionId: string, id: string | undefined): Placed | undefined {
    const row = id === undefined ? undefined : sql.byId.get(sessionId, id);
    return row && toPlaced(row);
  }

  /** The last thought of a lane. The row of the lane that was last written to is behind: its tail is the latest thought. */
  function tailOf(sessionId: string, lane: string, latest: Placed | undefined): Placed | undefined {
    if (latest?.branchId === lane) return latest;
    const row = sql.lane.get(sessionId, lane);
    return row && toTail(row, lane);
  }

  function remember({ target }: Draft, session: Place, closed: boolean): void {
    const handle = boundHandle(target);
    if (handle === undefined) return;
    if (closed && !("handle" in target && target.continues)) sql.unbind.run(keyOf(handle), session.id);
    else if ((session.bound ?? boundTo(handle)) !== session.id)
      sql.bind.run(keyOf(handle), session.id, session.id);
  }

  const branchCount = (sessionId: string): number =>
    (sql.lastOrdinal.get(sessionId)?.ordinal as number | null) ?? 0;

  return (draft) => {
    const { idempotency } = draft;
    const repeated = idempotency && results.find(idempotency);
    if (repeated) return repeated;
    const session = resolveSession(draft);
    const latestRow = sql.latest.get(session.id);
    const latest = latestRow && toPlaced(latestRow);
    const lane = laneOf(
      draft,
      () => branchCount(session.id),
      (name) => sql.lane.get(session.id, name) !== undefined,
    );
    const tail = tailOf(session.id, lane, latest);
    const at = latest?.branchId ?? MAIN_LANE;
    const fork =
      draft.branchFrom === undefined
        ? undefined
        : (byId(session.id, draft.branchFromId) ??
          lookUp(session.id, "branchFromThought", draft.branchFrom, at));
    const revised =
      draft.revises === undefined
        ? undefined
        : lookUp(session.id, "revisesThought", draft.revises, tail ? lane : at);
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
    const seq = ((latestRow?.seq as number | undefined) ?? 0) + 1;
    const thought = placedThought(draft, session.id, lane, placement, { id: clock.newId(now), seq, now });
    insertThought(sql, thought, lane, now);
    if (latest && latest.branchId !== lane)
      sql.leaveLane.run(latest.id, latest.number, latest.total, session.id, latest.branchId);
    if (!tail) {
      const isBranch = lane !== MAIN_LANE;
      const parentBranch = isBranch ? ((fork ?? latest)?.branchId ?? MAIN_LANE) : null;
      const ordinal = isBranch ? branchCount(session.id) + 1 : 0;
      sql.newLane.run(session.id, lane, ordinal, parentBranch, thought.id, thought.number, thought.total);
    }
    const closed = !draft.nextThoughtNeeded;
    const status = closed ? "completed" : "active";
    if (status !== session.status) sql.setStatus.run(status, session.id);
    remember(draft, session, closed);
    if (session.isClients) clients.moved(session.id, thought.number, latest, closed);
    const result: AppendResult = {
      thought,
      opened: session.opened,
      closed,
      branches: branchNames(sql, session.id),
      thoughtCount: seq,
      windowStart: session.windowStart,
      warnings,
      replayed: false,
    };
    if (idempotency) results.keep(idempotency, result);
    return result;
  };
}

function insertThought(sql: Statements, thought: Thought, lane: string, now: number): void {
  sql.thought.run(
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
    thought.source,
    thought.author ?? null,
    Object.keys(thought.metadata).length === 0 ? null : JSON.stringify(thought.metadata),
    now,
    thought.content,
  );
}

function branchNames(sql: Statements, sessionId: string): string[] {
  // Most sessions have no branch, and asking for one row is cheaper than asking for all of none.
  if (sql.firstBranch.get(sessionId) === undefined) return [];
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
    handle: db.prepare("SELECT session_id FROM handle WHERE handle = ?"),
    bind: db.prepare(
      `INSERT INTO handle (handle, session_id, last_session_id) VALUES (?, ?, ?)
       ON CONFLICT (handle) DO UPDATE SET session_id = excluded.session_id, last_session_id = excluded.last_session_id`,
    ),
    unbind: db.prepare(
      `INSERT INTO handle (handle, last_session_id) VALUES (?, ?)
       ON CONFLICT (handle) DO UPDATE SET session_id = NULL, last_session_id = excluded.last_session_id`,
    ),
    session: db.prepare(
      `SELECT status, window_start, owner, mode = 'chain' AND EXISTS (
         SELECT 1 FROM client_place c WHERE c.id = session.id AND c.kind = 'session') AS is_clients
       FROM session WHERE id = ?`,
    ),
    setStatus: db.prepare("UPDATE session SET status = ? WHERE id = ?"),
    lane: db.prepare(
      "SELECT parent_branch, tail_id, tail_number, tail_total FROM lane WHERE session_id = ? AND branch_id = ?",
    ),
    latest: db.prepare(
      "SELECT id, seq, number, total, branch_id FROM thought WHERE session_id = ? ORDER BY seq DESC LIMIT 1",
    ),
    lastOrdinal: db.prepare("SELECT max(ordinal) AS ordinal FROM lane WHERE session_id = ?"),
    inLane: db.prepare(`${placed} AND number = ? AND branch_id = ? ORDER BY seq DESC LIMIT 1`),
    byId: db.prepare(`${placed} AND id = ?`),
    anywhere: db.prepare(`${placed} AND number = ? ORDER BY seq DESC LIMIT 1`),
    numbers: db.prepare("SELECT DISTINCT number FROM thought WHERE session_id = ? ORDER BY number LIMIT ?"),
    firstBranch: db.prepare("SELECT 1 FROM lane WHERE session_id = ? AND ordinal = 1"),
    branches: db.prepare(
      "SELECT branch_id FROM lane WHERE session_id = ? AND ordinal > 0 ORDER BY ordinal DESC LIMIT ?",
    ),
    thought: db.prepare(
      `INSERT INTO thought (position, id, session_id, seq, number, total, branch_id, branch_from, revises, revises_id,
        parent_id, next_needed, confidence, mode, source, author, metadata, created_at, content)
       VALUES (${NEXT_POSITION}, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    newLane: db.prepare(
      `INSERT INTO lane (session_id, branch_id, ordinal, parent_branch, tail_id, tail_number, tail_total)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ),
    leaveLane: db.prepare(
      "UPDATE lane SET tail_id = ?, tail_number = ?, tail_total = ? WHERE session_id = ? AND branch_id = ?",
    ),
  };
}
