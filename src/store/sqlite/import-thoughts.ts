import type { DatabaseSync } from "node:sqlite";
import {
  DEFAULT_PROJECT,
  Failure,
  type ImportedSession,
  type ImportedThought,
  type ImportResult,
  type ImportState,
  importedBranches,
  importedKeys,
  type KnownThought,
  movedThoughts,
  type PlacedImport,
  placeImported,
  redactImported,
} from "../../ledger/index.ts";
import type { Clock } from "../clock.ts";
import { tombstoneName } from "../erasure-tables.ts";
import { indexKey } from "../index-key.ts";
import { suffixedProject } from "../project-suffix.ts";
import { thoughtValues } from "./append.ts";
import { redactedSeqs } from "./erase.ts";
import type { FactTable } from "./fact-table.ts";
import { type Feed, NEXT_POSITION } from "./feed.ts";

/** Creates the function that writes imported thoughts; it must run inside a write transaction. */
export function createImportThoughts(db: DatabaseSync, feed: Feed, facts: () => FactTable, clock: Clock) {
  const sql = prepare(db);

  function saveSession(session: ImportedSession): { readonly opened: boolean; readonly changed: boolean } {
    const { id, title, description = null, status, owner = null } = session;
    const metadata = JSON.stringify(session.metadata);
    const updatedAt = Date.parse(session.updatedAt);
    const before = sql.session.get(id);
    if (!before) {
      if (sql.deleted.get(tombstoneName(id))) throw new Failure("SESSION_DELETED", { sessionId: id });
      sql.create.run(
        id,
        title,
        description,
        session.project ?? DEFAULT_PROJECT,
        JSON.stringify(session.tags ?? []),
        status,
        metadata,
        Date.parse(session.createdAt),
        updatedAt,
        owner,
      );
      feed.noteSession(id);
      return { opened: true, changed: true };
    }
    if (before.owner !== owner) throw new Failure("SESSION_NOT_FOUND", { sessionId: id });
    const changed =
      before.title !== title ||
      before.status !== status ||
      before.metadata !== metadata ||
      (before.updated_at as number) < updatedAt;
    if (!changed) return { opened: false, changed };
    sql.update.run(title, description, status, metadata, updatedAt, id);
    feed.noteSession(id);
    return { opened: false, changed };
  }

  function readKnown(sessionId: string, keys: readonly string[]): Map<string, KnownThought> {
    const rows = sql.known.all(sessionId, JSON.stringify(keys.map(indexKey)));
    const byKey = new Map(rows.map((row) => [row.key as string, row]));
    return new Map(
      keys.flatMap((key) => {
        const row = byKey.get(indexKey(key));
        return row ? [[key, { key, ...toPlaced(row), seq: row.seq as number }] as const] : [];
      }),
    );
  }

  function readState(
    sessionId: string,
    thoughts: readonly ImportedThought[],
    known: ReadonlyMap<string, KnownThought>,
  ): ImportState {
    const names = importedBranches(thoughts);
    const rows = sql.branches.all(sessionId, JSON.stringify(names));
    const last = sql.last.get(sessionId);
    const largest = sql.largest.get(sessionId)!;
    return {
      known,
      lastSeq: (last?.seq as number | undefined) ?? 0,
      lastOrdinal: largest.ordinal as number,
      lastTotal: Math.max(largest.total as number, (last?.total as number | undefined) ?? 0),
      branches: new Map(
        rows.map((row) => [
          row.branch_id as string,
          {
            ordinal: row.ordinal as number,
            ...(row.parent_branch !== null && { parentBranch: row.parent_branch as string }),
            // A branch's row has the tail that it had when it was left.
            tail: toPlaced(last?.branch_id === row.branch_id ? last! : row),
          },
        ]),
      ),
    };
  }

  function insert({ thought, key, evidence, marks }: PlacedImport): void {
    sql.thought.run(
      ...thoughtValues(thought, thought.branchId ?? "", evidence, Date.parse(thought.createdAt)),
      thought.critique ? JSON.stringify(thought.critique) : null,
      thought.redaction ? JSON.stringify(thought.redaction) : null,
    );
    sql.keep.run(thought.sessionId, indexKey(key), thought.seq);
    if (marks?.length) facts().declare(marks, thought, thought.branchId ?? "");
  }

  /** Moves thoughts to the branches that they belong to now, so that the branches can be read. */
  function move(sessionId: string, moves: ReturnType<typeof movedThoughts>): void {
    for (const { seq, branch, branchFrom = null, forkedFrom } of moves) {
      sql.move.run(branch, branchFrom, sessionId, seq);
      if (branch !== "") sql.addBranch.run(sessionId, branch, sessionId, forkedFrom);
    }
    if (moves.length === 0) return;
    sql.dropEmpty.run(sessionId, sessionId);
    sql.renumber.run(sessionId, sessionId);
    sql.refreshTails.run(sessionId, sessionId);
  }

  return (session: ImportedSession, thoughts: readonly ImportedThought[]): ImportResult => {
    const { opened, changed } = saveSession(session);
    const known = readKnown(session.id, importedKeys(thoughts));
    const moves = movedThoughts(thoughts, known);
    move(session.id, moves);
    const state = readState(session.id, thoughts, known);
    const { added: placed, branches } = placeImported(session, thoughts, state, clock.newId);
    const redacted = new Set(redactedSeqs(db, session.id));
    const added = redactImported(placed, redacted, new Date(clock.now()).toISOString());
    for (const one of added) insert(one);
    for (const [name, { ordinal, parentBranch = null, tail }] of branches)
      sql.saveBranch.run(session.id, name, ordinal, parentBranch, tail.id, tail.number, tail.total);
    if (moves.length > 0 && !changed) feed.noteSession(session.id);
    return { opened, added: added.map(({ thought }) => thought), moved: moves.length, changed };
  };
}

/** Reads and assigns the projects of folders; `assign` must run inside a write transaction. */
export function createProjectFolders(db: DatabaseSync) {
  const ofFolder = db.prepare("SELECT project FROM project_folder WHERE owner = ? AND folder = ?");
  const ofProject = db.prepare("SELECT 1 FROM project_folder WHERE owner = ? AND project = ?");
  const insert = db.prepare("INSERT INTO project_folder (owner, folder, project) VALUES (?, ?, ?)");
  const find = (folder: string, name: string, owner = ""): string | undefined => {
    const project = ofFolder.get(owner, indexKey(folder))?.project as string | undefined;
    return project ?? (ofProject.get(owner, name) ? undefined : name);
  };
  return {
    find,
    assign(folder: string, name: string, owner = ""): string {
      const known = ofFolder.get(owner, indexKey(folder))?.project as string | undefined;
      if (known !== undefined) return known;
      const project = find(folder, name, owner) ?? suffixedProject(name, folder);
      insert.run(owner, indexKey(folder), project);
      return project;
    },
  };
}

function toPlaced(row: Record<string, unknown>) {
  return {
    id: row.id as string,
    number: row.number as number,
    total: row.total as number,
    branchId: row.branch_id as string,
  };
}

function prepare(db: DatabaseSync) {
  return {
    session: db.prepare("SELECT title, status, metadata, updated_at, owner FROM session WHERE id = ?"),
    deleted: db.prepare("SELECT 1 FROM tombstone WHERE name = ?"),
    create: db.prepare(
      `INSERT INTO session (id, title, description, project, tags, mode, status, stage, metadata, created_at, updated_at, owner)
       VALUES (?, ?, ?, ?, ?, 'chain', ?, 0, ?, ?, ?, ?)`,
    ),
    update: db.prepare(
      `UPDATE session SET title = ?, description = ?, status = ?, metadata = ?, updated_at = max(updated_at, ?)
       WHERE id = ?`,
    ),
    known: db.prepare(
      `SELECT i.key, t.seq, t.id, t.number, t.total, t.branch_id FROM imported_thought i
         JOIN thought t ON t.session_id = i.session_id AND t.seq = i.seq
       WHERE i.session_id = ? AND i.key IN (SELECT value FROM json_each(?))`,
    ),
    last: db.prepare(
      "SELECT seq, id, number, total, branch_id FROM thought WHERE session_id = ? ORDER BY seq DESC LIMIT 1",
    ),
    largest: db.prepare(
      "SELECT ifnull(max(ordinal), 0) AS ordinal, ifnull(max(tail_total), 0) AS total FROM branch WHERE session_id = ?",
    ),
    branches: db.prepare(
      `SELECT branch_id, ordinal, parent_branch, tail_id AS id, tail_number AS number, tail_total AS total FROM branch
       WHERE session_id = ? AND branch_id IN (SELECT value FROM json_each(?))`,
    ),
    refreshTails: db.prepare(
      `UPDATE branch SET tail_id = t.id, tail_number = t.number, tail_total = t.total FROM (
         SELECT branch_id, max(seq) AS seq FROM thought WHERE session_id = ? GROUP BY branch_id) l
       JOIN thought t ON t.session_id = ? AND t.seq = l.seq
       WHERE branch.session_id = t.session_id AND branch.branch_id = l.branch_id`,
    ),
    thought: db.prepare(
      `INSERT INTO thought (position, id, session_id, seq, number, total, branch_id, branch_from, revises, revises_id,
        parent_id, next_needed, confidence, mode, source, author, metadata, evidence, marks, created_at, content,
        critique, redaction)
       VALUES (${NEXT_POSITION}, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    keep: db.prepare("INSERT INTO imported_thought (session_id, key, seq) VALUES (?, ?, ?)"),
    move: db.prepare("UPDATE thought SET branch_id = ?, branch_from = ? WHERE session_id = ? AND seq = ?"),
    addBranch: db.prepare(
      `INSERT INTO branch (session_id, branch_id, ordinal, parent_branch, tail_id, tail_number, tail_total)
       VALUES (?, ?, (SELECT ifnull(max(ordinal), 0) + 1 FROM branch WHERE session_id = ?), ?, '', 0, 0)
       ON CONFLICT DO NOTHING`,
    ),
    dropEmpty: db.prepare(
      `DELETE FROM branch WHERE session_id = ? AND branch_id NOT IN (
         SELECT branch_id FROM thought WHERE session_id = ?)`,
    ),
    // The largest ordinal is the number of branches.
    renumber: db.prepare(
      `UPDATE branch SET ordinal = n.ordinal FROM (
         SELECT branch_id, row_number() OVER (ORDER BY ordinal) AS ordinal FROM branch
         WHERE session_id = ? AND ordinal > 0) n
       WHERE branch.session_id = ? AND branch.branch_id = n.branch_id`,
    ),
    saveBranch: db.prepare(
      `INSERT INTO branch (session_id, branch_id, ordinal, parent_branch, tail_id, tail_number, tail_total)
       VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (session_id, branch_id) DO UPDATE SET tail_id = excluded.tail_id, tail_number = excluded.tail_number,
         tail_total = excluded.tail_total`,
    ),
  };
}
