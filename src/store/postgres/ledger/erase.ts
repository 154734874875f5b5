import { Failure, REDACTED_CONTENT, type Redaction, seqNotFound, titleFrom } from "../../../ledger/index.ts";
import type { Clock } from "../../clock.ts";
import {
  AFTER_UNFINISHED,
  DELETED_ANSWER,
  LOCATIONS,
  OF_SESSION,
  OF_THOUGHT,
  QUOTING,
  type QuotingTable,
  redactedSeq,
  redactionName,
  redactionPrefix,
  tombstoneName,
  UNFINISHED,
} from "../../erasure-tables.ts";
import { THOUGHT_COLUMNS, toThought } from "../../ledger-rows.ts";
import { ownerTag } from "../../owner-ids.ts";
import type { ErasureStore } from "../../port.ts";
import type { Database, Queryable, Row } from "../database.ts";
import { thoughtWords } from "../search/thought-words.ts";
import { reindexFirst } from "./reindex.ts";
import { renameBranches } from "./rename-branches.ts";
import { lockSession } from "./session-head.ts";
import type { createSessionWriter } from "./sessions.ts";

/** How many thoughts are erased in one transaction. */
const PAGE = 500;

/** Removes thoughts and sessions for good. */
export function createErase(
  db: Database,
  writeSession: ReturnType<typeof createSessionWriter>,
  clock: Clock,
): ErasureStore {
  return {
    redactThought: (sessionId, seq, redaction) =>
      writeSession(async (tx, note) => {
        await lockSession(tx, sessionId);
        const [row] = await tx.query(FIND, [sessionId, seq]);
        if (!row) throw await notFound(tx, sessionId, seq);
        if (row.redaction !== null) return toThought(row);
        await redact(tx, row, redaction);
        await keepName(tx, redactionName(sessionId, seq), redaction.by, clock.now(), row.owner);
        const at = Date.parse(redaction.redactedAt);
        await note(sessionId, undefined, { actions: ["redact"], by: redaction.by, at });
        return toThought((await tx.query(FIND, [sessionId, seq]))[0]!);
      }),
    async hideSession(id, by) {
      await writeSession(async (tx, note) => {
        await lockSession(tx, id);
        const [row] = await tx.query("SELECT owner FROM clew.session WHERE id = $1", [id]);
        if (!row) throw new Failure("SESSION_NOT_FOUND", { sessionId: id });
        const [name, now] = [tombstoneName(id), clock.now()];
        await keepName(tx, name, by, now, row.owner);
        await note(name, undefined, { actions: ["delete"], by, at: now });
        await forgetLocation(tx, id, row.owner as string | null);
        for (const sql of UNLINK) await tx.query(sql, [id]);
        await tx.query(ANSWERS_OF_SESSION, [id, JSON.stringify(id)]);
        await keepName(tx, `${UNFINISHED}${id}`, by, now, row.owner);
      });
      await db.query(ANSWERS_IN_SESSION, [id, DELETED_ANSWER, JSON.stringify(id)]);
    },
    async hiddenSessions() {
      const sql = "SELECT name, owner, actor FROM clew.tombstone WHERE name >= $1 AND name < $2";
      return (await db.query(sql, [UNFINISHED, AFTER_UNFINISHED])).map(({ name, owner, actor }) => ({
        id: (name as string).slice(UNFINISHED.length),
        owner: (owner ?? undefined) as string | undefined,
        by: actor as string,
      }));
    },
    async eraseRows(id, onErased) {
      const isHidden = "SELECT 1 FROM clew.tombstone WHERE name = $1";
      if ((await db.query(isHidden, [`${UNFINISHED}${id}`])).length === 0) return;
      await db.query(ANSWERS_IN_SESSION, [id, DELETED_ANSWER, JSON.stringify(id)]);
      for (const [step, sql] of STEPS.entries())
        for (let rows = 1; rows > 0; ) {
          rows = await erasePage(db, sql, id);
          if (step === 0 && rows > 0) onErased?.(rows);
        }
      await db.query("DELETE FROM clew.tombstone WHERE name = $1", [`${UNFINISHED}${id}`]);
    },
    isDeleted: async (id) =>
      (await db.query("SELECT 1 FROM clew.tombstone WHERE name = $1", [tombstoneName(id)])).length > 0,
    redactedSeqs: (id) => redactedSeqs(db, id),
    missingErasures: async (names) =>
      (
        await db.query(
          "SELECT name FROM unnest($1::text[]) AS name WHERE name NOT IN (SELECT name FROM clew.tombstone)",
          [names],
        )
      ).map((row) => row.name as string),
    async keepErasures(names, by) {
      for (const name of names) await keepName(db, name, by, clock.now(), null);
    },
    async textRows(name, { owner, after, since, limit }) {
      const { table, join = "", key, texts, session = "NULL", at, only = "TRUE", ...of } = quotingTable(name);
      if (since !== undefined && at === undefined) return [];
      const names = key.map((column) => `r.${column}`).join();
      const behind = after ? `AND (${names}) > (${key.map((_, index) => `$${index + 4}`).join()})` : "";
      const late = `AND ($3::bigint IS NULL OR ${at ?? "0"} >= $3::bigint)`;
      const whom = owner === undefined ? null : of.owner === ANSWER_OWNER ? ownerTag(owner) : owner;
      const rows = await db.query(
        `SELECT ${names}, ${texts.map(asText).join()}, ${session} AS session_of_row
         FROM clew.${table} r ${join.replace("JOIN ", "JOIN clew.")}
         WHERE ${of.owner} IS NOT DISTINCT FROM $1 AND ${only} ${late} ${behind} ORDER BY ${names} LIMIT $2`,
        [whom, limit, since ?? null, ...(after ?? [])],
      );
      return rows.map((row) => ({
        key: key.map((column) => row[column] as string | number),
        sessionId: (row.session_of_row ?? undefined) as string | undefined,
        texts: Object.fromEntries(texts.map((column) => [column, row[column] as string | null])),
      }));
    },
    async replaceTexts(name, rows) {
      if (name === "branch") return renameBranches(db, rows);
      const { table, key, texts: columns } = quotingTable(name);
      const assignments = columns.map((column, at) => `${column} = ${fromText(column, `$${at + 1}`)}`);
      if (name === "session") assignments.push(`title_small = lower($${columns.indexOf("title") + 1})`);
      const where = key.map((column, at) => `${column} = $${columns.length + at + 1}`).join(" AND ");
      const update = `UPDATE clew.${table} SET ${assignments.join()} WHERE ${where}`;
      await db.transaction(
        async (tx) => {
          for (const { key: values, texts } of rows) {
            await tx.query(update, [...columns.map((column) => texts[column]), ...values]);
            if (name === "session") await reindexFirst(tx, values[0] as string);
          }
        },
        // Repeating it changes nothing more.
        async () => false,
      );
    },
    // A dump has live rows only; the server's own vacuum reuses the space of the others.
    scrub: async () => true,
  };
}

/** Tags are an array in PostgreSQL, and JSON for those who erase. */
const asText = (column: string): string =>
  column === "tags" ? "array_to_json(r.tags)::text AS tags" : `r.${column}`;
const fromText = (column: string, value: string): string =>
  column === "tags" ? `ARRAY(SELECT json_array_elements_text(${value}::json))` : value;

/** The principal's tag at the beginning of a scope. */
const ANSWER_OWNER = "substring(r.scope FROM '^(p[0-9]{15})-')";

function quotingTable(name: string): QuotingTable {
  if (name === "idempotency_answer") return { ...QUOTING.idempotency_answer, owner: ANSWER_OWNER };
  return QUOTING[name as keyof typeof QUOTING];
}

/** The `seq` of every redacted thought of a session. */
export async function redactedSeqs(tx: Queryable, sessionId: string): Promise<readonly number[]> {
  const sql = "SELECT name FROM clew.tombstone WHERE starts_with(name, $1)";
  return (await tx.query(sql, [redactionPrefix(sessionId)])).map(({ name }) => redactedSeq(name as string));
}

async function keepName(tx: Queryable, name: string, by: string, now: number, owner: unknown): Promise<void> {
  await tx.query(
    "INSERT INTO clew.tombstone (name, actor, deleted_at, owner) VALUES ($1, $2, $3::bigint, $4) ON CONFLICT DO NOTHING",
    [name, by, now, owner],
  );
}

const FIND = `SELECT t.position, s.owner, s.title, ${THOUGHT_COLUMNS} FROM clew.thought t
  JOIN clew.session s ON s.id = t.session_id WHERE t.session_id = $1 AND t.seq = $2`;

async function redact(tx: Queryable, row: Row, redaction: Redaction): Promise<void> {
  const owner = (row.owner ?? undefined) as string | undefined;
  const source = row.source as Parameters<typeof thoughtWords>[0]["source"];
  const words = thoughtWords({ content: "", source, owner });
  await tx.query(
    `UPDATE clew.thought SET content = $3, critique = NULL, evidence = NULL, metadata = NULL, marks = NULL, redaction = $4,
       words = $5::text[] || clew.recency_buckets(position) WHERE session_id = $1 AND seq = $2`,
    [row.session_id, row.seq, REDACTED_CONTENT, JSON.stringify(redaction), words],
  );
  if (row.title === titleFrom(row.content as string))
    await tx.query("UPDATE clew.session SET title = 'Redacted', title_small = 'redacted' WHERE id = $1", [
      row.session_id,
    ]);
  await tx.query(
    "UPDATE clew.session SET needs_input = NULL, needs_input_on = NULL WHERE id = $1 AND needs_input_on = $2",
    [row.session_id, row.number],
  );
  for (const table of OF_THOUGHT)
    await tx.query(`DELETE FROM clew.${table} WHERE session_id = $1 AND seq = $2`, [row.session_id, row.seq]);
  const [redacted] = await tx.query(FIND, [row.session_id, row.seq]);
  await tx.query(ANSWERS_OF_THOUGHT, [row.id, JSON.stringify(toThought(redacted!))]);
}

/** Stored answers keep their other parts, as JSON with its keys in the same order. */
const ANSWERS_OF_THOUGHT = `UPDATE clew.idempotency_answer a SET body = (
    SELECT json_object_agg(part.key, CASE part.key WHEN 'thought' THEN $2::json ELSE part.value END)
    FROM json_each(a.body::json) AS part)::text
  WHERE body LIKE '{%' AND position($1 in body) > 0 AND (body::json #>> '{thought,id}') = $1`;

/** Removes the project, task and aspect of handles that had the session or its location, if no other session has them. */
async function forgetLocation(tx: Queryable, id: string, owner: string | null): Promise<void> {
  const isLast = (column: string) => `NOT EXISTS (SELECT 1 FROM clew.session o
    WHERE o.${column} = r.${column} AND o.owner IS NOT DISTINCT FROM $2 AND o.id <> $1)`;
  const ofOwner = owner === null ? "r.handle !~ '^p[0-9]{15}-' AND $3 = ''" : "starts_with(r.handle, $3)";
  for (const column of LOCATIONS)
    await tx.query(
      `UPDATE clew.handle r SET ${column} = NULL WHERE ${column} IS NOT NULL AND ${ofOwner}
         AND (session_id = $1 OR last_session_id = $1 OR ${column} = (SELECT ${column} FROM clew.session WHERE id = $1))
         AND ${isLast(column)}`,
      [id, owner, owner === null ? "" : `${ownerTag(owner)}-`],
    );
  await tx.query(
    `DELETE FROM clew.project_folder r WHERE owner = coalesce($2, '')
       AND project = (SELECT project FROM clew.session WHERE id = $1) AND ${isLast("project")}`,
    [id, owner],
  );
}

/** Repeats of calls that wrote to the session are refused. */
const ANSWERS_IN_SESSION = `UPDATE clew.idempotency_answer SET body = $2
  WHERE body LIKE '{%' AND position($3 in body) > 0
    AND coalesce(body::json #>> '{thought,sessionId}', body::json #>> '{sessionId}') = $1`;

const UNLINK = [
  "UPDATE clew.handle SET session_id = NULL WHERE session_id = $1",
  "UPDATE clew.handle SET last_session_id = NULL WHERE last_session_id = $1",
  "DELETE FROM clew.handle WHERE handle = $1",
  "DELETE FROM clew.session WHERE id = $1",
];
const ANSWERS_OF_SESSION =
  "DELETE FROM clew.idempotency_answer WHERE scope LIKE '%#session' AND body IN ($1, $2)";

/** Erases a page of rows and returns how many. */
function erasePage(db: Database, sql: string, id: string): Promise<number> {
  return db.transaction(
    async (tx) => (await tx.query(sql, [id])).length,
    // Repeating it erases the next page.
    async () => false,
  );
}

/** Each step is repeated until it finds no row. */
const STEPS: readonly string[] = [
  `DELETE FROM clew.thought WHERE session_id = $1 AND seq IN (
     SELECT seq FROM clew.thought WHERE session_id = $1 ORDER BY seq LIMIT ${PAGE}) RETURNING 1 AS erased`,
  `WITH calls AS (SELECT id FROM clew.invocation WHERE session_id = $1 LIMIT ${PAGE}), bodies AS (
     UPDATE clew.invocation_body SET input = '{}', output = NULL WHERE id IN (SELECT id FROM calls))
   UPDATE clew.invocation SET session_id = NULL, error = NULL WHERE id IN (SELECT id FROM calls) RETURNING 1 AS erased`,
  ...OF_SESSION.map(
    ({ table, column }) => `DELETE FROM clew.${table} WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM clew.${table} WHERE ${column} = $1 LIMIT ${PAGE})) RETURNING 1 AS erased`,
  ),
];

async function notFound(tx: Queryable, sessionId: string, seq: number): Promise<Failure> {
  const [row] = await tx.query(
    "SELECT coalesce((SELECT max(seq) FROM clew.thought WHERE session_id = s.id), 0) AS last FROM clew.session s WHERE s.id = $1",
    [sessionId],
  );
  if (!row) return new Failure("SESSION_NOT_FOUND", { sessionId });
  return seqNotFound(seq, row.last as number);
}
