import {
  type BranchRow,
  DEFAULT_PROJECT,
  declareFacts,
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
  type Thought,
} from "../../../ledger/index.ts";
import type { Clock } from "../../clock.ts";
import { tombstoneName } from "../../erasure-tables.ts";
import { indexKey } from "../../index-key.ts";
import { suffixedProject } from "../../project-suffix.ts";
import type { Queryable, Transaction } from "../database.ts";
import { indexedText, thoughtWords } from "../search/thought-words.ts";
import { redactedSeqs } from "./erase.ts";
import { currentFacts } from "./facts.ts";
import { lockSession, toPlaced } from "./session-head.ts";
import type { NoteChange } from "./sessions.ts";

/** Writes imported thoughts with their session locked. */
export async function importThoughts(
  tx: Transaction,
  session: ImportedSession,
  thoughts: readonly ImportedThought[],
  clock: Clock,
  note: NoteChange,
): Promise<ImportResult> {
  await lockSession(tx, session.id);
  const { opened, changed } = await saveSession(tx, session);
  const known = await readKnown(tx, session.id, importedKeys(thoughts));
  const moves = movedThoughts(thoughts, known);
  for (const { seq, branch, branchFrom = null, forkedFrom } of moves) {
    await tx.query(MOVE, [session.id, seq, branch, branchFrom]);
    if (branch !== "") await tx.query(ADD_BRANCH, [session.id, indexKey(branch), branch, forkedFrom]);
  }
  if (moves.length > 0) {
    await tx.query(DROP_EMPTY, [session.id]);
    await tx.query(RENUMBER, [session.id]);
    await tx.query(REFRESH_TAILS, [session.id]);
  }
  const state = await readState(tx, session.id, thoughts, known);
  const { added: placed, branches } = placeImported(session, thoughts, state, clock.newId);
  const redacted = new Set(await redactedSeqs(tx, session.id));
  const added = redactImported(placed, redacted, new Date(clock.now()).toISOString());
  if (added.length > 0) {
    await insertThoughts(tx, session, added);
    await declareMarks(tx, session.id, added);
    await tx.query("UPDATE clew.session SET source = coalesce(source, 'import') WHERE id = $1", [session.id]);
    await saveBranches(tx, session.id, branches);
  }
  if (changed || moves.length > 0 || added.length > 0) await note(session.id);
  return { opened, added: added.map(({ thought }) => thought), moved: moves.length, changed };
}

async function saveSession(
  tx: Queryable,
  session: ImportedSession,
): Promise<{ readonly opened: boolean; readonly changed: boolean }> {
  const { id, title, description = null, status, owner = null } = session;
  const metadata = JSON.stringify(session.metadata);
  const updatedAt = Date.parse(session.updatedAt);
  const [before] = await tx.query(
    "SELECT title, status, metadata, touched_at, owner FROM clew.session WHERE id = $1",
    [id],
  );
  if (!before) {
    const deleted = await tx.query("SELECT 1 FROM clew.tombstone WHERE name = $1", [tombstoneName(id)]);
    if (deleted.length > 0) throw new Failure("SESSION_DELETED", { sessionId: id });
    await tx.query(CREATE, [
      id,
      title,
      title.toLowerCase(),
      description,
      session.project ?? DEFAULT_PROJECT,
      [...(session.tags ?? [])],
      status,
      metadata,
      Date.parse(session.createdAt),
      updatedAt,
      owner,
    ]);
    return { opened: true, changed: true };
  }
  if (before.owner !== owner) throw new Failure("SESSION_NOT_FOUND", { sessionId: id });
  const changed =
    before.title !== title ||
    before.status !== status ||
    before.metadata !== metadata ||
    (before.touched_at as number) < updatedAt;
  if (changed)
    await tx.query(UPDATE, [id, title, title.toLowerCase(), description, status, metadata, updatedAt]);
  return { opened: false, changed };
}

async function readKnown(
  tx: Queryable,
  sessionId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, KnownThought>> {
  const rows = await tx.query(KNOWN, [sessionId, keys.map(indexKey)]);
  const byKey = new Map(rows.map((row) => [row.key as string, row]));
  return new Map(
    keys.flatMap((key) => {
      const row = byKey.get(indexKey(key));
      return row ? [[key, { key, ...toPlaced(row), seq: row.seq as number }] as const] : [];
    }),
  );
}

async function readState(
  tx: Queryable,
  sessionId: string,
  thoughts: readonly ImportedThought[],
  known: ReadonlyMap<string, KnownThought>,
): Promise<ImportState> {
  const rows = await tx.query(BRANCHES, [sessionId, importedBranches(thoughts).map(indexKey)]);
  const [last] = await tx.query(LAST, [sessionId]);
  const [largest] = await tx.query(LARGEST, [sessionId]);
  return {
    known,
    lastSeq: (last?.seq as number | undefined) ?? 0,
    lastOrdinal: largest!.ordinal as number,
    lastTotal: Math.max(largest!.total as number, (last?.total as number | undefined) ?? 0),
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

async function insertThoughts(
  tx: Queryable,
  { owner }: ImportedSession,
  added: readonly PlacedImport[],
): Promise<void> {
  const column = (read: (one: PlacedImport) => unknown) => added.map(read);
  const { sessionId } = added[0]!.thought;
  await tx.query(INSERT, [
    sessionId,
    column(({ thought }) => thought.seq),
    column(({ thought }) => thought.id),
    column(({ thought }) => thought.number),
    column(({ thought }) => thought.total),
    column(({ thought }) => thought.branchId ?? ""),
    column(({ thought }) => Date.parse(thought.createdAt)),
    column(({ thought }) => thought.branchFrom ?? null),
    column(({ thought }) => thought.revises ?? null),
    column(({ thought }) => thought.confidence ?? null),
    column(({ thought }) => thought.nextThoughtNeeded),
    column(({ thought }) => thought.revisesId ?? null),
    column(({ thought }) => thought.parentId ?? null),
    column(({ thought }) => thought.author ?? null),
    column(({ thought }) => JSON.stringify(thought.metadata)),
    column(({ evidence }) => (evidence?.length ? JSON.stringify(evidence) : null)),
    column(({ thought }) => thought.content),
    column(({ thought }) =>
      thoughtWords({ content: indexedText(thought.content, marksOf(thought)), source: "import", owner }).join(
        " ",
      ),
    ),
    column(({ key }) => indexKey(key)),
    column(({ thought }) => marksOf(thought)),
    column(({ thought: { critique } }) => (critique ? JSON.stringify(critique) : null)),
    column(({ thought: { redaction } }) => (redaction ? JSON.stringify(redaction) : null)),
  ]);
}

const marksOf = ({ marks }: Thought): string | null => marks?.join("\n") ?? null;

/** Writes the facts that thoughts declare; few thoughts declare any. */
async function declareMarks(tx: Queryable, sessionId: string, added: readonly PlacedImport[]): Promise<void> {
  for (const { thought, marks } of added) {
    if (!marks?.length) continue;
    const declared = declareFacts(marks, thought.branchId ?? "", await currentFacts(tx, sessionId));
    for (const [index, { kind, text, reason = null, was = null }] of declared.facts.entries())
      await tx.query(
        `INSERT INTO clew.fact (session_id, seq, ordinal, kind, text, reason, origin, was)
         VALUES ($1, $2, $3, $4, $5, $6, 'declared', $7)`,
        [sessionId, thought.seq, index + 1, kind, text, reason, was],
      );
    for (const old of declared.replaced)
      await tx.query(
        "UPDATE clew.fact SET replaced_by = $2 WHERE session_id = $1 AND seq = $3 AND ordinal = $4",
        [sessionId, thought.seq, old.seq, old.ordinal],
      );
  }
}

async function saveBranches(
  tx: Queryable,
  sessionId: string,
  branches: ReadonlyMap<string, BranchRow>,
): Promise<void> {
  const rows = [...branches];
  await tx.query(SAVE_BRANCHES, [
    sessionId,
    rows.map(([name]) => indexKey(name)),
    rows.map(([name]) => name),
    rows.map(([, { ordinal }]) => ordinal),
    rows.map(([, { parentBranch = null }]) => parentBranch),
    rows.map(([, { tail }]) => tail.id),
    rows.map(([, { tail }]) => tail.number),
    rows.map(([, { tail }]) => tail.total),
  ]);
}

/** The project of a folder; undefined if another folder has the project with this name. */
export async function folderProject(
  db: Queryable,
  folder: string,
  name: string,
  owner = "",
): Promise<string | undefined> {
  const [row] = await db.query(
    `SELECT (SELECT project FROM clew.project_folder WHERE owner = $1 AND folder = $2) AS own,
       EXISTS (SELECT 1 FROM clew.project_folder WHERE owner = $1 AND project = $3) AS taken`,
    [owner, indexKey(folder), name],
  );
  return (row!.own as string | null) ?? (row!.taken ? undefined : name);
}

/** Returns the project of a folder, and assigns one if it has none. */
export async function assignProject(
  db: Queryable,
  folder: string,
  name: string,
  owner = "",
): Promise<string> {
  // Another server may take the name at the same time: then the second attempt takes the one with a suffix.
  for (let attempt = 0; attempt < 3; attempt++) {
    const project = (await folderProject(db, folder, name, owner)) ?? suffixedProject(name, folder);
    const [row] = await db.query(
      `INSERT INTO clew.project_folder (owner, folder, project) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING RETURNING project`,
      [owner, indexKey(folder), project],
    );
    if (row) return project;
    const [kept] = await db.query(
      "SELECT project FROM clew.project_folder WHERE owner = $1 AND folder = $2",
      [owner, indexKey(folder)],
    );
    if (kept) return kept.project as string;
  }
  return suffixedProject(name, folder);
}

const CREATE = `INSERT INTO clew.session (id, title, title_small, description, project, tags, mode, status, metadata,
    created_at, touched_at, owner)
  VALUES ($1, $2, $3, $4, $5, $6::text[], 'chain', $7, $8, $9::bigint, $10::bigint, $11)`;

const UPDATE = `UPDATE clew.session SET title = $2, title_small = $3, description = $4, status = $5, metadata = $6,
    touched_at = greatest(touched_at, $7::bigint) WHERE id = $1`;

const KNOWN = `SELECT i.key, t.seq, t.id, t.number, t.total, t.branch_id FROM clew.imported_thought i
    JOIN clew.thought t ON t.session_id = i.session_id AND t.seq = i.seq
  WHERE i.session_id = $1 AND i.key = ANY ($2::text[])`;

const BRANCHES = `SELECT branch_id, ordinal, parent_branch, tail_id AS id, tail_number AS number, tail_total AS total
  FROM clew.branch WHERE session_id = $1 AND branch_key = ANY ($2::text[])`;

const LAST =
  "SELECT seq, id, number, total, branch_id FROM clew.thought WHERE session_id = $1 ORDER BY seq DESC LIMIT 1";

const LARGEST = `SELECT coalesce(max(ordinal), 0) AS ordinal, coalesce(max(tail_total), 0) AS total
  FROM clew.branch WHERE session_id = $1`;

const REFRESH_TAILS = `UPDATE clew.branch b SET tail_id = t.id, tail_number = t.number, tail_total = t.total FROM (
    SELECT branch_id, max(seq) AS seq FROM clew.thought WHERE session_id = $1 GROUP BY branch_id) l
  JOIN clew.thought t ON t.session_id = $1 AND t.seq = l.seq
  WHERE b.session_id = $1 AND b.branch_id = l.branch_id`;

// The change of the session has the first position of the transaction.
const INSERT = `WITH g AS (
    SELECT * FROM unnest($2::int[], $3::text[], $4::bigint[], $5::bigint[], $6::text[], $7::bigint[], $8::bigint[],
      $9::bigint[], $10::float8[], $11::bool[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[],
      $17::text[], $18::text[], $19::text[], $20::text[], $21::text[], $22::text[]) WITH ORDINALITY AS g (seq, id, number, total, branch_id, created_at,
      branch_from, revises, confidence, next_needed, revises_id, parent_id, author, metadata, evidence, content, words,
      key, marks, critique, redaction, place)
  ), kept AS (
    INSERT INTO clew.imported_thought (session_id, key, seq) SELECT $1, key, seq FROM g
  ) INSERT INTO clew.thought (position, session_id, seq, id, number, total, branch_id, created_at, branch_from, revises,
      confidence, next_needed, revises_id, parent_id, mode, source, author, metadata, evidence, marks, content, critique, redaction, words)
    SELECT p.position, $1, g.seq, g.id, g.number, g.total, g.branch_id, g.created_at, g.branch_from, g.revises,
      g.confidence, g.next_needed, g.revises_id, g.parent_id, 'chain', 'import', g.author, g.metadata, g.evidence, g.marks,
      g.content, g.critique, g.redaction, string_to_array(g.words, ' ') || clew.recency_buckets(p.position)
    FROM g, LATERAL (SELECT clew.next_position(g.place::int) AS position) p`;

const MOVE =
  "UPDATE clew.thought SET branch_id = $3, branch_from = $4::bigint WHERE session_id = $1 AND seq = $2";

const ADD_BRANCH = `INSERT INTO clew.branch (session_id, branch_key, branch_id, ordinal, parent_branch, tail_id, tail_number, tail_total)
  SELECT $1, $2, $3, coalesce(max(ordinal), 0) + 1, $4, '', 0, 0 FROM clew.branch WHERE session_id = $1
  ON CONFLICT DO NOTHING`;

const DROP_EMPTY = `DELETE FROM clew.branch b WHERE b.session_id = $1 AND NOT EXISTS (
    SELECT 1 FROM clew.thought t WHERE t.session_id = $1 AND t.branch_id = b.branch_id)`;

/** The largest ordinal is the number of branches. */
const RENUMBER = `UPDATE clew.branch b SET ordinal = n.ordinal FROM (
    SELECT branch_key, row_number() OVER (ORDER BY ordinal) AS ordinal FROM clew.branch
    WHERE session_id = $1 AND ordinal > 0) n
  WHERE b.session_id = $1 AND b.branch_key = n.branch_key`;

const SAVE_BRANCHES = `INSERT INTO clew.branch (session_id, branch_key, branch_id, ordinal, parent_branch, tail_id, tail_number, tail_total)
  SELECT $1, * FROM unnest($2::text[], $3::text[], $4::int[], $5::text[], $6::text[], $7::bigint[], $8::bigint[])
  ON CONFLICT (session_id, branch_key) DO UPDATE SET tail_id = excluded.tail_id, tail_number = excluded.tail_number,
    tail_total = excluded.tail_total`;
