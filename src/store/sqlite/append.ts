import type { DatabaseSync } from "node:sqlite";
import {
  type AppendResult,
  boundHandle,
  citedNotes,
  continuesClosed,
  type Draft,
  findSession,
  MAIN_BRANCH,
  MAX_NAMED_BRANCHES,
  type Placed,
  type PlaceLookups,
  placeDraft,
  placedThought,
  type SessionLookups,
  type Thought,
} from "../../ledger/index.ts";
import { runSync } from "../../primitives/steps.ts";
import type { Clock } from "../clock.ts";
import type { ClientOpenings } from "./client-openings.ts";
import type { FactTable } from "./fact-table.ts";
import { NEXT_POSITION } from "./feed.ts";
import { createHandleKey } from "./handle-table.ts";
import type { AppendResults } from "./idempotency.ts";
import { lazily } from "./lazily.ts";
import { createAnswerNotes } from "./note-table.ts";
import type { SessionTable } from "./session-table.ts";

/** A session as appending needs it. */
interface TargetSession {
  readonly id: string;
  readonly status: string;
  readonly windowStart: number;
  readonly opened: boolean;
  /** A chain that a client opened without a handle. */
  readonly isClients: boolean;
  /** Notes may wait for delivery, or a person asked the agent to wait. */
  readonly steered: boolean;
  readonly latest: (Placed & { readonly seq: number }) | undefined;
  readonly hasBranches: boolean;
}

/** Creates the function that places and writes one draft; it must run inside a write transaction. */
export function createAppend(
  db: DatabaseSync,
  sessions: SessionTable,
  results: AppendResults,
  clients: ClientOpenings,
  facts: () => FactTable,
  clock: Clock,
): (draft: Draft) => AppendResult {
  const sql = prepare(db);
  const keyOf = createHandleKey(db);
  const answerNotes = lazily(() => createAnswerNotes(db));

  const boundTo = (handle: string) =>
    (sql.handle.get(keyOf(handle))?.session_id as string | null | undefined) ?? undefined;

  function lookUpSession(draft: Draft): SessionLookups<TargetSession> {
    const find = (id: string) => {
      const row = sql.session.get(id);
      if (!row || (draft.owner !== undefined && row.owner !== draft.owner)) return undefined;
      return {
        id,
        status: row.status as string,
        windowStart: row.window_start as number,
        opened: false,
        isClients: row.is_clients === 1,
        steered: row.steered === 1,
        latest: row.id === null ? undefined : { ...toPlaced(row)!, seq: row.seq as number },
        hasBranches: row.has_branches === 1,
      };
    };
    return {
      find,
      boundTo,
      continued(client) {
        const id = clients.continued(client, draft);
        return id === undefined ? undefined : find(id);
      },
      open(session) {
        const { id, status, windowStart } = sessions.create(session);
        const isClients = session.client !== undefined && session.mode === "chain";
        const steered = false;
        return {
          id,
          status,
          windowStart,
          opened: true,
          isClients,
          steered,
          latest: undefined,
          hasBranches: false,
        };
      },
    };
  }

  const branchCount = (sessionId: string): number =>
    (sql.lastOrdinal.get(sessionId)?.ordinal as number | null) ?? 0;

  function lookUpPlace(sessionId: string): PlaceLookups {
    const inBranch = (number: number, branch: string) => sql.inBranch.get(sessionId, number, branch);
    return {
      branchCount: () => branchCount(sessionId),
      hasBranch: (name) => sql.branch.get(sessionId, name) !== undefined,
      tail(branch) {
        const row = sql.branch.get(sessionId, branch);
        return row && toPlaced({ ...row, branch_id: branch });
      },
      byId: (id) => toPlaced(sql.byId.get(sessionId, id)),
      byNumber(number, branch) {
        for (let name: string | null = branch; name !== null; ) {
          const row = inBranch(number, name);
          if (row) return toPlaced(row);
          name = (sql.branch.get(sessionId, name)?.parent_branch as string | null | undefined) ?? null;
        }
        return toPlaced(sql.anywhere.get(sessionId, number));
      },
      hasNumber: (number, branch) => inBranch(number, branch) !== undefined,
      numbers: (limit) => sql.numbers.all(sessionId, limit).map((row) => row.number as number),
    };
  }

  return (draft) => {
    const { idempotency } = draft;
    const repeated = idempotency && results.find(idempotency);
    if (repeated) return repeated;
    const { session, isBound } = runSync(findSession(draft, lookUpSession(draft)));
    const { latest } = session;
    const placement = runSync(placeDraft(draft, latest, lookUpPlace(session.id)));

    const now = clock.now();
    const seq = (latest?.seq ?? 0) + 1;
    const thought = placedThought(draft, session.id, placement, { id: clock.newId(now), seq, now });
    sql.thought.run(...thoughtValues(thought, placement.branch, draft.evidence, now));
    const declared = draft.marks?.length
      ? facts().declare(draft.marks, thought, placement.branch)
      : undefined;
    // A branch's row has the tail that it had when it was left; the tail of the current branch is the latest thought.
    if (latest && latest.branchId !== placement.branch)
      sql.leaveBranch.run(latest.id, latest.number, latest.total, session.id, latest.branchId);
    if (placement.isFirst)
      sql.newBranch.run(
        session.id,
        placement.branch,
        placement.branch === MAIN_BRANCH ? 0 : branchCount(session.id) + 1,
        placement.forkedFrom ?? null,
        thought.id,
        thought.number,
        thought.total,
      );
    const closed = !draft.nextThoughtNeeded;
    const status = closed ? "completed" : "active";
    if (status !== session.status) sql.setStatus.run(status, session.id);
    const handle = boundHandle(draft.target);
    if (handle !== undefined) {
      if (closed && !continuesClosed(draft.target)) sql.unbind.run(keyOf(handle), session.id);
      else if (!isBound && boundTo(handle) !== session.id)
        sql.bind.run(keyOf(handle), session.id, session.id);
    }
    const cited = citedNotes(draft);
    if (cited.length > 0) answerNotes()(thought, cited, now);
    if (draft.needsInput !== undefined) sql.ask.run(draft.needsInput, thought.number, session.id);
    if (session.isClients) clients.moved(session.id, thought.number, latest, closed);
    const result: AppendResult = {
      thought,
      opened: session.opened,
      closed,
      branches: session.hasBranches || placement.branch !== MAIN_BRANCH ? branchNames(sql, session.id) : [],
      thoughtCount: seq,
      windowStart: session.windowStart,
      warnings: declared ? [...placement.warnings, ...declared.warnings] : placement.warnings,
      ...(session.steered && { steered: true }),
      replayed: false,
    };
    if (idempotency) results.keep(idempotency, result);
    return result;
  };
}

/** The values of a row of `thought`, in the order of its columns up to `content`. */
export function thoughtValues(thought: Thought, branch: string, evidence: Draft["evidence"], time: number) {
  return [
    thought.id,
    thought.sessionId,
    thought.seq,
    thought.number,
    thought.total,
    branch,
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
    evidence?.length ? JSON.stringify(evidence) : null,
    thought.marks?.join("\n") ?? null,
    time,
    thought.content,
  ];
}

function branchNames(sql: Statements, sessionId: string): string[] {
  return sql.branches
    .all(sessionId, MAX_NAMED_BRANCHES)
    .map((row) => row.branch_id as string)
    .reverse();
}

function toPlaced(row: Record<string, unknown> | undefined): Placed | undefined {
  return (
    row && {
      id: row.id as string,
      number: row.number as number,
      total: row.total as number,
      branchId: row.branch_id as string,
    }
  );
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
      `SELECT s.status, s.window_start, s.owner, s.steered, s.mode = 'chain' AND EXISTS (
           SELECT 1 FROM client_opening c WHERE c.id = s.id AND c.kind = 'session') AS is_clients,
         EXISTS (SELECT 1 FROM branch b WHERE b.session_id = s.id AND b.ordinal = 1) AS has_branches,
         t.id, t.seq, t.number, t.total, t.branch_id
       FROM session s LEFT JOIN thought t ON t.session_id = s.id
         AND t.seq = (SELECT max(seq) FROM thought WHERE session_id = s.id)
       WHERE s.id = ?`,
    ),
    ask: db.prepare("UPDATE session SET needs_input = ?, needs_input_on = ? WHERE id = ?"),
    setStatus: db.prepare("UPDATE session SET status = ? WHERE id = ?"),
    branch: db.prepare(
      "SELECT parent_branch, tail_id AS id, tail_number AS number, tail_total AS total FROM branch WHERE session_id = ? AND branch_id = ?",
    ),
    lastOrdinal: db.prepare("SELECT max(ordinal) AS ordinal FROM branch WHERE session_id = ?"),
    inBranch: db.prepare(`${placed} AND number = ? AND branch_id = ? ORDER BY seq DESC LIMIT 1`),
    byId: db.prepare(`${placed} AND id = ?`),
    anywhere: db.prepare(`${placed} AND number = ? ORDER BY seq DESC LIMIT 1`),
    numbers: db.prepare("SELECT DISTINCT number FROM thought WHERE session_id = ? ORDER BY number LIMIT ?"),
    branches: db.prepare(
      "SELECT branch_id FROM branch WHERE session_id = ? AND ordinal > 0 ORDER BY ordinal DESC LIMIT ?",
    ),
    thought: db.prepare(
      `INSERT INTO thought (position, id, session_id, seq, number, total, branch_id, branch_from, revises, revises_id,
        parent_id, next_needed, confidence, mode, source, author, metadata, evidence, marks, created_at, content)
       VALUES (${NEXT_POSITION}, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    newBranch: db.prepare(
      `INSERT INTO branch (session_id, branch_id, ordinal, parent_branch, tail_id, tail_number, tail_total)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ),
    leaveBranch: db.prepare(
      "UPDATE branch SET tail_id = ?, tail_number = ?, tail_total = ? WHERE session_id = ? AND branch_id = ?",
    ),
  };
}
