/** A value of a copied row. */
export type CopyValue = string | number | boolean | null | readonly string[];

/** A row in the format that all stores read and write. */
export type CopyRow = Readonly<Record<string, CopyValue>>;

/** Where reading a table continues, as key values of the source. */
export type Cursor = readonly (string | number)[];

/** Some rows, and the cursor after the last one. */
export interface Batch {
  readonly rows: readonly CopyRow[];
  readonly cursor: Cursor;
}

/**
 * The copied tables in order, with the compared columns of each. A `position` is the rank in the feed: 1, 2, 3… without
 * gaps.
 */
export const COPIED = {
  session:
    "id title description project task aspect tags mode status stage window_start metadata created_at updated_at archived_at owner source steered hold_until needs_input needs_input_on",
  thought:
    "position id session_id seq number total branch_id branch_from revises revises_id parent_id next_needed confidence mode source author critique metadata evidence marks redaction created_at content",
  tombstone: "name actor deleted_at owner",
  change: "position session_id notebook_id note_id actions actor at",
  note: "session_id number id on_number author text created_at deliveries delivered_at delivered_number answered_number answered_at",
  branch: "session_id branch_id ordinal parent_branch tail_id tail_number tail_total",
  fact: "session_id seq ordinal kind text reason origin quotation replaced_by was",
  fact_reading: "session_id seq",
  client_place: "id kind client opened_at open_number counts_down",
  handle: "handle session_id last_session_id project task aspect notebook_id root",
  imported_thought: "session_id key seq",
  project_folder: "owner folder project",
  idempotency_answer: "scope key body",
  notebook:
    "id title language allow_net cells_made cell_count created_at updated_at position package_json tsconfig owner",
  cell: "notebook_id id place kind filename version content",
  cell_run: "notebook_id cell_id status exit_code duration_ms started_at truncated stale outputs",
  invocation:
    "id number kind session_id tool_name pipe_name latency_ms success input_tokens output_tokens cost created_at error owner input output",
  conversation: "id message_count created_at updated_at recency record owner",
  conversation_message: "conversation_id place body",
} as const;

/** The name of a copied table. */
export type CopyTable = keyof typeof COPIED;

/** Every copied table, in order. */
export const COPY_TABLES = Object.keys(COPIED) as readonly CopyTable[];

/** The columns of a copied table. */
export const columnsOf = (table: CopyTable): readonly string[] => COPIED[table].split(" ");

/** A snapshot of a store. */
export interface CopySource {
  /** The rows of a table after a cursor, in batches that fit into memory. */
  batches(table: CopyTable, after?: Cursor): AsyncIterable<Batch>;
  close(): Promise<void>;
}

/** Row count and checksum of a table. */
export interface Sum {
  readonly rows: number;
  readonly checksum: string;
}

/** The expected result of a copy. */
export type Plan = Readonly<Record<CopyTable, Sum>>;

/** How far a copy has come: the cursor of each started table. */
export type Progress = Readonly<Partial<Record<CopyTable, Cursor>>>;

/** A store that is being filled. It cannot be opened as a ledger until the copy has ended. */
export interface CopyTarget {
  /**
   * Starts a copy, or continues one with the same plan; starts over if the plan differs. Refuses a store with other
   * contents. Returns how far the copy has come.
   */
  begin(plan: Plan): Promise<Progress>;
  /** Writes rows and their cursor in one transaction. */
  write(table: CopyTable, batch: Batch): Promise<void>;
  /** Builds what is derived from the rows: the text index and the sequences. */
  derive(): Promise<void>;
  /** What the target contains now. */
  written(): Promise<CopySource>;
  /** Turns it into a ledger that can be opened. */
  end(): Promise<void>;
  /** Makes the next run start over. */
  giveUp(): Promise<void>;
  close(): Promise<void>;
}

/** Why a store cannot be copied, as a message for the user. */
export class CopyRefusal extends Error {}

/** Why a target with an unfinished copy cannot be opened. */
export const UNFINISHED_COPY =
  "it is being copied, or the copy was broken off; `clew migrate` goes on with it";
