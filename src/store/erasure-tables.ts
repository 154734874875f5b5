import { createHash } from "node:crypto";
import { type AppendResult, Failure } from "../ledger/index.ts";

/** A table whose rows may quote a thought. Rows are read and written as `r`. */
export interface QuotingTable {
  readonly table: string;
  /** What else is needed to know the owner. */
  readonly join?: string;
  readonly owner: string;
  /** The session that a row belongs to. */
  readonly session?: string;
  readonly key: readonly string[];
  readonly texts: readonly string[];
  /** Texts in which an ordinary word is not a quote: names, lists of names and statements of other thoughts. */
  readonly names?: readonly string[];
  /** A condition on the rows. */
  readonly only?: string;
  /** When a row was written; only tables with it are read again for late rows. */
  readonly at?: string;
  /** The texts name sessions and thoughts, and those names stay. */
  readonly keepsIds?: boolean;
  readonly onlyIn?: "postgres";
}

/** A table with rows of one session, which are deleted with it. */
export interface SessionTable {
  readonly table: string;
  readonly column: string;
}

/**
 * Every table that may quote a thought, by its name, and every table with rows of a session. A test compares both lists
 * with the schema: a new table must be added to one of them or to `TEXTLESS`.
 */
export const QUOTING = {
  session: {
    table: "session",
    owner: "r.owner",
    session: "r.id",
    key: ["id"],
    texts: ["title", "description", "metadata", "tags", "task", "aspect"],
    names: ["title", "tags", "task", "aspect"],
  },
  // A branch is renamed with its thoughts.
  branch: {
    table: "branch",
    join: "JOIN session o ON o.id = r.session_id",
    owner: "o.owner",
    session: "r.session_id",
    key: ["session_id", "branch_id"],
    texts: ["branch_id"],
    names: ["branch_id"],
  },
  notebook: { table: "notebook", owner: "r.owner", key: ["id"], texts: ["title"], names: ["title"] },
  invocation: {
    table: "invocation",
    owner: "r.owner",
    session: "r.session_id",
    key: ["id"],
    texts: ["error"],
    at: "r.created_at",
  },
  invocation_body: {
    table: "invocation_body",
    join: "JOIN invocation o ON o.id = r.id",
    owner: "o.owner",
    session: "o.session_id",
    key: ["id"],
    texts: ["input", "output"],
    at: "o.created_at",
  },
  // The owner is the beginning of the scope; each database reads it in its own way.
  idempotency_answer: {
    table: "idempotency_answer",
    owner: "",
    key: ["scope", "key"],
    texts: ["body"],
    // A thought in an answer is erased by its id.
    only: `r.body LIKE '{%' AND r.body NOT LIKE '%"thought"%'`,
    keepsIds: true,
  },
  job: {
    table: "job",
    owner: "r.payload::json #>> '{principal,name}'",
    key: ["id"],
    texts: ["payload", "answer"],
    at: "r.created_at",
    onlyIn: "postgres",
  },
  job_event: {
    table: "job_event",
    join: "JOIN job o ON o.id = r.job_id",
    owner: "o.payload::json #>> '{principal,name}'",
    key: ["job_id", "number"],
    texts: ["body"],
    at: "o.created_at",
    onlyIn: "postgres",
  },
  // The host records a conversation in the session of the same id.
  conversation: {
    table: "conversation",
    owner: "r.owner",
    session: "r.id",
    key: ["id"],
    texts: ["record"],
  },
  conversation_message: {
    table: "conversation_message",
    join: "JOIN conversation o ON o.id = r.conversation_id",
    owner: "o.owner",
    session: "r.conversation_id",
    key: ["conversation_id", "place"],
    texts: ["body"],
  },
  cell: {
    table: "cell",
    join: "JOIN notebook o ON o.id = r.notebook_id",
    owner: "o.owner",
    key: ["notebook_id", "id"],
    texts: ["content"],
  },
  cell_run: {
    table: "cell_run",
    join: "JOIN notebook o ON o.id = r.notebook_id",
    owner: "o.owner",
    key: ["notebook_id", "cell_id"],
    texts: ["outputs"],
  },
  note: {
    table: "note",
    join: "JOIN session o ON o.id = r.session_id",
    owner: "o.owner",
    session: "r.session_id",
    key: ["session_id", "number"],
    texts: ["text"],
  },
  fact: {
    table: "fact",
    join: "JOIN session o ON o.id = r.session_id",
    owner: "o.owner",
    session: "r.session_id",
    key: ["session_id", "seq", "ordinal"],
    texts: ["text", "reason", "quotation", "was"],
    // The facts of an erased thought are deleted, and others are those of other thoughts; only `was` is a copy.
    names: ["text", "reason", "quotation"],
  },
} as const satisfies Readonly<Record<string, QuotingTable>>;

/** Tables whose rows are deleted with their session. */
export const OF_SESSION: readonly SessionTable[] = [
  { table: "branch", column: "session_id" },
  { table: "note", column: "session_id" },
  { table: "fact", column: "session_id" },
  { table: "fact_reading", column: "session_id" },
  { table: "change", column: "session_id" },
  { table: "client_opening", column: "id" },
  { table: "imported_thought", column: "session_id" },
];

/** Tables with rows of one thought, by `session_id` and `seq`, which are deleted when it is redacted. */
export const OF_THOUGHT: readonly string[] = ["fact"];

/** What a handle keeps of its last session: it is erased with the last session of the owner that has it. */
export const LOCATIONS = ["project", "task", "aspect"] as const;

/** Tables that are erased in another way, or have no text of a thought. */
export const TEXTLESS: readonly string[] = ["thought", "handle", "tombstone", "project_folder"];

/** Tables that only PostgreSQL has. Messages between servers exist for milliseconds. */
export const TEXTLESS_IN_POSTGRES: readonly string[] = [
  "migration",
  "peer_session",
  "peer_message",
  "rate_bucket",
  "worker",
  "kernel_owner",
  "server_secret",
];

/** What a branch is called whose name was erased; a number follows. */
export const ERASED_BRANCH = "redacted-";

/** The name of a deleted session in the feed and in its tombstone. It has none of the words of the id. */
export function tombstoneName(sessionId: string): string {
  return `deleted-${createHash("sha256").update(sessionId.toWellFormed()).digest("hex").slice(0, 32)}`;
}

/** The name that is kept while the rows of a deleted session are erased, followed by the session's id. */
export const UNFINISHED = "unfinished ";
/** The first name after those of deletions that are not finished. */
export const AFTER_UNFINISHED = "unfinished!";

/** What replaces the stored answer of a call that wrote to a deleted session: its repeat must not write the text again. */
export const DELETED_ANSWER = '{"deleted":true}';

/** The answer to a repeated call, from its stored form. */
export function keptAnswer<T>(body: string): T {
  if (body === DELETED_ANSWER) throw new Failure("SESSION_DELETED", {});
  return JSON.parse(body);
}

/** The answer to a repeated append. */
export const replayedAnswer = (body: string): AppendResult => ({
  ...keptAnswer<AppendResult>(body),
  replayed: true,
});

/** The name under which a redaction is kept. */
export const redactionName = (sessionId: string, seq: number): string =>
  `${redactionPrefix(sessionId)}${seq}`;

/** What the names of a session's redactions begin with. */
export const redactionPrefix = (sessionId: string): string => `${tombstoneName(sessionId)}#`;

/** The `seq` in the name of a redaction. */
export const redactedSeq = (name: string): number => Number(name.slice(name.indexOf("#") + 1));
