import { createHash } from "node:crypto";

/** A table whose rows may quote a thought. Rows are read and written as `r`. */
export interface QuotingTable {
  readonly table: string;
  /** What else is needed to know the owner. */
  readonly join?: string;
  readonly owner: string;
  readonly key: readonly string[];
  readonly texts: readonly string[];
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
  invocation: { table: "invocation", owner: "r.owner", key: ["id"], texts: ["error"] },
  invocation_body: {
    table: "invocation_body",
    join: "JOIN invocation o ON o.id = r.id",
    owner: "o.owner",
    key: ["id"],
    texts: ["input", "output"],
  },
  conversation: { table: "conversation", owner: "r.owner", key: ["id"], texts: ["record"] },
  conversation_message: {
    table: "conversation_message",
    join: "JOIN conversation o ON o.id = r.conversation_id",
    owner: "o.owner",
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
    key: ["session_id", "number"],
    texts: ["text"],
  },
  fact: {
    table: "fact",
    join: "JOIN session o ON o.id = r.session_id",
    owner: "o.owner",
    key: ["session_id", "seq", "ordinal"],
    texts: ["text", "reason", "quotation", "was"],
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

/** Tables that are erased in another way, or have no text of a thought. */
export const TEXTLESS: readonly string[] = [
  "session",
  "thought",
  "handle",
  "idempotency_answer",
  "tombstone",
  "notebook",
  "project_folder",
];

/**
 * Tables that only PostgreSQL has. Maintenance deletes jobs after they end, and messages between servers exist for
 * milliseconds.
 */
export const TEXTLESS_IN_POSTGRES: readonly string[] = [
  "migration",
  "peer_session",
  "peer_message",
  "rate_bucket",
  "worker",
  "kernel_owner",
  "job",
  "job_event",
  "server_secret",
];

/** The name of a deleted session in the feed and in its tombstone. It has none of the words of the id. */
export function tombstoneName(sessionId: string): string {
  return `deleted-${createHash("sha256").update(sessionId.toWellFormed()).digest("hex").slice(0, 32)}`;
}

/** The name that is kept while the thoughts of a deleted session are erased, followed by the session's id. */
export const UNFINISHED = "unfinished ";

/** The name under which a redaction is kept. */
export const redactionName = (sessionId: string, seq: number): string =>
  `${redactionPrefix(sessionId)}${seq}`;

/** What the names of a session's redactions begin with. */
export const redactionPrefix = (sessionId: string): string => `${tombstoneName(sessionId)}#`;

/** The `seq` in the name of a redaction. */
export const redactedSeq = (name: string): number => Number(name.slice(name.indexOf("#") + 1));
