import type { DatabaseSync } from "node:sqlite";
import {
  Failure,
  pace,
  REDACTED_CONTENT,
  type Redaction,
  seqNotFound,
  type Thought,
  titleFrom,
} from "../../ledger/index.ts";
import type { Clock } from "../clock.ts";
import {
  AFTER_UNFINISHED,
  DELETED_ANSWER,
  LOCATIONS,
  OF_THOUGHT,
  QUOTING,
  type QuotingTable,
  redactedSeq,
  redactionName,
  redactionPrefix,
  tombstoneName,
  UNFINISHED,
} from "../erasure-tables.ts";
import { THOUGHT_COLUMNS, toThought } from "../ledger-rows.ts";
import { ownerTag } from "../owner-ids.ts";
import type { ErasureStore, TextRow } from "../port.ts";
import { createEraseRows } from "./erase-rows.ts";
import type { Feed } from "./feed.ts";
import { read } from "./read.ts";
import { createRenameBranches } from "./rename-branches.ts";
import { createScrub } from "./scrub.ts";
import type { createIndexUpdates } from "./update-indexes.ts";
import type { Write } from "./writer.ts";

/** How many stored answers are read at a time. */
const ANSWERS = 500;

/** What erasing needs of the store. */
export interface EraseParts {
  readonly db: DatabaseSync;
  readonly file: string;
  readonly write: Write;
  readonly feed: Feed;
  readonly clock: Clock;
  readonly indexUpdates: ReturnType<typeof createIndexUpdates>;
}

/** Removes thoughts and sessions for good. */
export function createErase({ db, file, write, feed, clock, indexUpdates }: EraseParts): ErasureStore {
  const { catchUp, reindexFirst } = indexUpdates;
  const renameBranches = createRenameBranches(db, write, indexUpdates);
  const scrub = createScrub(file);
  const eraseRows = createEraseRows(db, file, write);

  const find = db.prepare(
    `SELECT t.position, s.owner, s.title, ${THOUGHT_COLUMNS} FROM thought t LEFT JOIN session s ON s.id = t.session_id
     WHERE t.session_id = ? AND t.seq = ?`,
  );
  const known = db.prepare("SELECT owner FROM session WHERE id = ?");
  const hidden = db.prepare("SELECT name, owner, actor FROM tombstone WHERE name >= ? AND name < ?");

  /** Removes a thought from the text index. Its words stay in the index's pages until `scrub` merges them. */
  const unindex = (row: Row): void =>
    void db.prepare("DELETE FROM thought_text WHERE rowid = ?").run(row.position as number);

  function redact(sessionId: string, seq: number, redaction: Redaction) {
    const row = find.get(sessionId, seq);
    if (!row) throw notFound(sessionId, seq);
    if (row.redaction !== null) return toThought(row);
    unindex(row);
    db.prepare(
      `UPDATE thought SET content = ?, critique = NULL, evidence = NULL, metadata = NULL, marks = NULL, redaction = ?
       WHERE session_id = ? AND seq = ?`,
    ).run(REDACTED_CONTENT, JSON.stringify(redaction), sessionId, seq);
    // The index stays as long as the ledger: a row without words takes the place.
    db.prepare("INSERT INTO thought_text (rowid, content, source, extra) VALUES (?, '', ?, '')").run(
      row.position as number,
      `${row.source}${row.owner ? ` ${ownerTag(row.owner as string)}` : ""}`,
    );
    if (row.title === titleFrom(row.content as string))
      db.prepare("UPDATE session SET title = 'Redacted' WHERE id = ?").run(sessionId);
    db.prepare(
      "UPDATE session SET needs_input = NULL, needs_input_on = NULL WHERE id = ? AND needs_input_on = ?",
    ).run(sessionId, row.number as number);
    for (const table of OF_THOUGHT)
      db.prepare(`DELETE FROM ${table} WHERE session_id = ? AND seq = ?`).run(sessionId, seq);
    keepName(redactionName(sessionId, seq), redaction.by, (row.owner ?? null) as string | null);
    const at = Date.parse(redaction.redactedAt);
    feed.noteSession(sessionId, undefined, { actions: ["redact"], by: redaction.by, at });
    return toThought(find.get(sessionId, seq)!);
  }

  function keepName(name: string, by: string, owner: string | null): void {
    db.prepare("INSERT OR IGNORE INTO tombstone (name, actor, deleted_at, owner) VALUES (?, ?, ?, ?)").run(
      name,
      by,
      clock.now(),
      owner,
    );
  }

  function notFound(sessionId: string, seq: number): Failure {
    if (!known.get(sessionId)) return new Failure("SESSION_NOT_FOUND", { sessionId });
    const last = db.prepare("SELECT max(seq) AS seq FROM thought WHERE session_id = ?").get(sessionId);
    return seqNotFound(seq, (last?.seq as number | null) ?? 0);
  }

  /** Calls `found` with the stored answers that contain a text and fit, page by page. */
  async function findAnswers(
    text: string,
    fits: (answer: StoredAnswer) => boolean,
    found: (answers: readonly FoundAnswer[]) => Promise<void>,
  ): Promise<void> {
    const page = db.prepare(
      `SELECT scope, key, CASE WHEN instr(body, :text) > 0 THEN body END AS body FROM idempotency_answer
       WHERE (scope, key) > (:scope, :key) ORDER BY scope, key LIMIT ${ANSWERS}`,
    );
    for (let after = { scope: "", key: "" }; ; ) {
      const rows = await read(() => page.all({ text, ...after }) as unknown as readonly AnswerRow[]);
      const fitting = rows.flatMap(({ scope, key, body }) => {
        const answer = body === null ? undefined : answerIn(body);
        return answer && fits(answer) ? [{ scope, key, answer }] : [];
      });
      if (fitting.length > 0) await found(fitting);
      if (rows.length < ANSWERS) return;
      const { scope, key } = rows.at(-1)!;
      after = { scope, key };
      await pace();
    }
  }

  const replaceAnswer = ({ scope, key }: FoundAnswer, body: string): void =>
    void db
      .prepare("UPDATE idempotency_answer SET body = ? WHERE scope = ? AND key = ?")
      .run(body, scope, key);

  /** Removes the project, task and aspect of handles that had the session or its location, if no other session has them. */
  function forgetLocation(id: string, owner: string | null): void {
    const pattern = owner === null ? OWNED : `${ownerTag(owner)}-*`;
    for (const column of LOCATIONS)
      db.prepare(
        `UPDATE handle AS s SET ${column} = NULL WHERE ${column} IS NOT NULL AND s.handle ${owner === null ? "NOT " : ""}GLOB ?2
           AND (session_id = ?1 OR last_session_id = ?1 OR ${column} = (SELECT ${column} FROM session WHERE id = ?1))
           AND NOT EXISTS (SELECT 1 FROM session o WHERE o.${column} = s.${column} AND o.owner IS ?3 AND o.id <> ?1)`,
      ).run(id, pattern, owner);
    db.prepare(
      `DELETE FROM project_folder AS s WHERE owner = ifnull(?2, '') AND project = (SELECT project FROM session WHERE id = ?1)
         AND NOT EXISTS (SELECT 1 FROM session o WHERE o.project = s.project AND o.owner IS ?2 AND o.id <> ?1)`,
    ).run(id, owner);
  }

  /** Makes the session disappear at once. */
  function removeSession(id: string, by: string): void {
    const row = known.get(id);
    if (!row) throw new Failure("SESSION_NOT_FOUND", { sessionId: id });
    const [name, now] = [tombstoneName(id), clock.now()];
    forgetLocation(id, row.owner as string | null);
    keepName(name, by, row.owner as string | null);
    feed.noteSession(name, undefined, { actions: ["delete"], by, at: now });
    db.prepare("UPDATE handle SET session_id = NULL WHERE session_id = ?").run(id);
    db.prepare("UPDATE handle SET last_session_id = NULL WHERE last_session_id = ?").run(id);
    db.prepare("DELETE FROM handle WHERE handle = ?").run(id);
    db.prepare("DELETE FROM idempotency_answer WHERE scope LIKE '%#session' AND body IN (?, ?)").run(
      id,
      JSON.stringify(id),
    );
  }

  /** Repeats of calls that wrote to a deleted session are refused. */
  const refuseRepeats = (id: string): Promise<void> =>
    findAnswers(
      JSON.stringify(id),
      ({ thought, sessionId }) => (thought?.sessionId ?? sessionId) === id,
      (answers) =>
        write(() => {
          for (const one of answers) replaceAnswer(one, DELETED_ANSWER);
        }),
    );

  return {
    async redactThought(sessionId, seq, redaction) {
      await catchUp();
      const id = await read(() => find.get(sessionId, seq)?.id as string | undefined);
      const answers: FoundAnswer[] = [];
      if (id !== undefined)
        await findAnswers(
          id,
          ({ thought }) => thought?.id === id,
          async (page) => void answers.push(...page),
        );
      return write(() => {
        const thought = redact(sessionId, seq, redaction);
        for (const one of answers) replaceAnswer(one, JSON.stringify({ ...one.answer, thought }));
        return thought;
      });
    },
    async hideSession(id, by) {
      await catchUp();
      await write(() => {
        const { owner } = known.get(id) ?? {};
        removeSession(id, by);
        db.prepare("DELETE FROM session WHERE id = ?").run(id);
        keepName(`${UNFINISHED}${id}`, by, (owner ?? null) as string | null);
      });
      await refuseRepeats(id);
    },
    hiddenSessions: () =>
      read(() =>
        hidden.all(UNFINISHED, AFTER_UNFINISHED).map(({ name, owner, actor }) => ({
          id: (name as string).slice(UNFINISHED.length),
          owner: (owner ?? undefined) as string | undefined,
          by: actor as string,
        })),
      ),
    async eraseRows(id, onErased) {
      const isHidden = db.prepare("SELECT 1 FROM tombstone WHERE name = ?");
      if (!(await read(() => isHidden.get(`${UNFINISHED}${id}`)))) return;
      await refuseRepeats(id);
      await eraseRows(id, onErased);
      await write(() => void db.prepare("DELETE FROM tombstone WHERE name = ?").run(`${UNFINISHED}${id}`));
    },
    isDeleted: (id) =>
      read(() => db.prepare("SELECT 1 FROM tombstone WHERE name = ?").get(tombstoneName(id)) !== undefined),
    redactedSeqs: (id) => read(() => redactedSeqs(db, id)),
    missingErasures: (names) =>
      read(() => {
        const kept = db.prepare("SELECT 1 FROM tombstone WHERE name = ?");
        return names.filter((name) => kept.get(name) === undefined);
      }),
    keepErasures: (names, by) =>
      write(() => {
        for (const name of names) keepName(name, by, null);
      }),
    textRows: (name, { owner, after, since, limit }) =>
      read(() => {
        const {
          key,
          texts,
          owner: whose,
          session = "NULL",
          onlyIn,
          at,
          only = "TRUE",
          ...of
        } = quotingTable(name);
        if (onlyIn === "postgres" || (since !== undefined && at === undefined)) return [];
        // With a time, the index on the time selects the rows: few are as new.
        const names = key.map((column) => (since === undefined ? `r.${column}` : `+r.${column}`)).join();
        const behind = after ? `AND (${names}) > (${key.map(() => "?").join()})` : "";
        const late = since === undefined ? "" : `AND ${at} >= ?`;
        const sql = `SELECT ${key.map((column) => `r.${column}`).join()}, ${texts.map((column) => `r.${column}`).join()},
            ${session} AS session_of_row
          FROM ${of.table} r ${of.join ?? ""}
          WHERE ${whose} IS ? AND ${only} ${late} ${behind} ORDER BY ${names} LIMIT ?`;
        const whom = owner === undefined ? null : whose === ANSWER_OWNER ? ownerTag(owner) : owner;
        const times = since === undefined ? [] : [since];
        const rows = db.prepare(sql).all(whom, ...times, ...(after ?? []), limit);
        return rows.map((row) => toTextRow(row, key, texts));
      }),
    replaceTexts(name, rows) {
      if (name === "branch") return renameBranches(rows);
      const { table, key, texts: columns } = quotingTable(name);
      return write(() => {
        const replace = db.prepare(
          `UPDATE ${table} SET ${columns.map((column) => `${column} = ?`).join()}
           WHERE (${key.join()}) = (${key.map(() => "?").join()})`,
        );
        for (const { key: values, texts } of rows)
          replace.run(...columns.map((column) => texts[column]!), ...values);
        if (name === "session") for (const row of rows) reindexFirst(row.key[0] as string);
      });
    },
    scrub,
  };
}

/** The `seq` of every redacted thought of a session. */
export function redactedSeqs(db: DatabaseSync, sessionId: string): readonly number[] {
  const prefix = redactionPrefix(sessionId);
  const rows = db
    .prepare("SELECT name FROM tombstone WHERE name >= ? AND name < ?")
    .all(prefix, `${prefix}:`);
  return rows.map(({ name }) => redactedSeq(name as string));
}

type Row = Readonly<Record<string, unknown>>;

/** What a scope or handle of a principal looks like. */
const OWNED = `p${"[0-9]".repeat(15)}-*`;
/** The principal's tag at the beginning of a scope. */
const ANSWER_OWNER = `CASE WHEN r.scope GLOB '${OWNED}' THEN substr(r.scope, 1, 16) END`;

/** In SQLite the key of an invocation's texts is its number, and a run's outputs have their own table. */
function quotingTable(name: string): QuotingTable {
  if (name === "invocation_body")
    return { ...QUOTING.invocation_body, join: "JOIN invocation o ON o.number = r.number", key: ["number"] };
  if (name === "cell_run") return { ...QUOTING.cell_run, table: "cell_output" };
  if (name === "idempotency_answer") return { ...QUOTING.idempotency_answer, owner: ANSWER_OWNER };
  return QUOTING[name as keyof typeof QUOTING];
}

function toTextRow(row: Row, key: readonly string[], texts: readonly string[]): TextRow {
  return {
    key: key.map((column) => row[column] as string | number),
    sessionId: (row.session_of_row ?? undefined) as string | undefined,
    texts: Object.fromEntries(texts.map((column) => [column, row[column] as string | null])),
  };
}

/** An answer that names a session: an appended thought, a note, or the notes that a call carried. */
interface StoredAnswer {
  readonly thought?: Thought;
  readonly sessionId?: string;
}

interface FoundAnswer {
  readonly scope: string;
  readonly key: string;
  readonly answer: StoredAnswer;
}

interface AnswerRow {
  readonly scope: string;
  readonly key: string;
  readonly body: string | null;
}

function answerIn(body: string): StoredAnswer | undefined {
  try {
    return JSON.parse(body) ?? undefined;
  } catch {
    return undefined;
  }
}
