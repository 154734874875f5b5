/** A value of a copied row. */
export type CopyValue = string | number | boolean | null | readonly string[];

/** A row in the format that all stores read and write. */
export type CopyRow = Readonly<Record<string, CopyValue>>;

/** The type of a column. A `key` is a text that a store may have shortened to fit into an index. */
export type ColumnType = "text" | "key" | "int" | "float" | "bool" | "list";

interface CopiedTable {
  /** The columns that a table is sorted by. */
  readonly key: readonly string[];
  readonly columns: Readonly<Record<string, ColumnType>>;
}

/** Describes a table by its sort key and its columns; a column without a type is a text. */
function table(key: string, columns: string): CopiedTable {
  const typed = columns.split(/\s+/).map((column) => column.split(":") as [string, ColumnType?]);
  return {
    key: key.split(" "),
    columns: Object.fromEntries(typed.map(([name, type = "text"]) => [name, type])),
  };
}

const TABLES = {
  session: table(
    "id",
    `id title description project task aspect tags:list mode status stage:int window_start:int metadata created_at:int
     updated_at:int archived_at:int owner source steered:bool hold_until:int needs_input needs_input_on:int`,
  ),
  thought: table(
    "position",
    `position:int id session_id seq:int number:int total:int branch_id branch_from:int revises:int revises_id parent_id
     next_needed:bool confidence:float mode source author critique metadata evidence marks redaction created_at:int content`,
  ),
  tombstone: table("name", "name actor deleted_at:int owner"),
  change: table("position", "position:int session_id notebook_id note_id actions actor at:int"),
  note: table(
    "session_id number",
    `session_id number:int id on_number:int author text created_at:int deliveries:int delivered_at:int
     delivered_number:int answered_number:int answered_at:int`,
  ),
  branch: table(
    "session_id branch_id",
    "session_id branch_id ordinal:int parent_branch tail_id tail_number:int tail_total:int",
  ),
  fact: table(
    "session_id seq ordinal",
    "session_id seq:int ordinal:int kind text reason origin quotation replaced_by:int was",
  ),
  fact_reading: table("session_id", "session_id seq:int"),
  client_opening: table("id kind", "id kind client:key opened_at:int open_number:int counts_down:bool"),
  handle: table("handle", "handle:key session_id last_session_id project task aspect notebook_id root"),
  imported_thought: table("session_id key", "session_id key:key seq:int"),
  project_folder: table("owner folder", "owner folder project"),
  idempotency_answer: table("scope key", "scope:key key:key body"),
  notebook: table(
    "position",
    `id title language allow_net cells_made:int cell_count:int created_at:int updated_at:int position:int package_json
     tsconfig owner`,
  ),
  cell: table("notebook_id id", "notebook_id id place:int kind filename version:int content"),
  cell_run: table(
    "notebook_id cell_id",
    `notebook_id cell_id status exit_code:int duration_ms:float started_at truncated:bool stale:bool outputs`,
  ),
  invocation: table(
    "id",
    `id number:int kind session_id tool_name pipe_name latency_ms:int success:bool input_tokens:int output_tokens:int
     cost:float created_at:int error owner input output`,
  ),
  conversation: table("id", "id message_count:int created_at:int updated_at:int recency:int record owner"),
  conversation_message: table("conversation_id place", "conversation_id place:int body"),
};

/** The name of a copied table. */
export type CopyTable = keyof typeof TABLES;

/**
 * The copied tables in order, with the compared columns of each. A `position` is the rank in the feed: 1, 2, 3… without
 * gaps.
 */
export const COPIED: Readonly<Record<CopyTable, CopiedTable>> = TABLES;

/** Every copied table, in order. */
export const COPY_TABLES = Object.keys(COPIED) as readonly CopyTable[];

/** The columns of a copied table, but for some. */
export const columnsOf = (table: CopyTable, ...except: readonly string[]): readonly string[] =>
  Object.keys(COPIED[table].columns).filter((column) => !except.includes(column));

/** Whether a table has a position in the feed. */
export const isInFeed = (table: CopyTable): boolean => "position" in COPIED[table].columns;

/** How far a ledger has been read: the table, and the last row of it. */
export interface Cursor {
  readonly table: CopyTable;
  /** The key of the row in the source. */
  readonly key: readonly (string | number)[];
  /** The rank of the row in the feed; 0 in tables without a position. */
  readonly rank: number;
}

/** Some rows of a table, and the cursor after the last one. */
export interface Batch {
  readonly rows: readonly CopyRow[];
  readonly cursor: Cursor;
}

/** A snapshot of a store. */
export interface CopySource {
  /** The rows of a table after a cursor, as many as fit into memory; undefined at the end of the table. */
  read(table: CopyTable, after?: Cursor): Promise<Batch | undefined>;
  close(): Promise<void>;
}

/** Row count and checksum of a table. */
export interface Sum {
  readonly rows: number;
  readonly checksum: string;
}

/** The expected result of a copy. */
export type Plan = Readonly<Record<CopyTable, Sum>>;

/** A store that is being filled. It cannot be opened as a ledger until the copy has ended. */
export interface CopyTarget {
  /**
   * Starts a copy, or continues one with the same plan; starts over if the plan differs. Refuses a store with other
   * contents. Returns how far the copy has come.
   */
  begin(plan: Plan): Promise<Cursor | undefined>;
  /** Writes rows and their cursor in one transaction. */
  write(batch: Batch): Promise<void>;
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

/** Why a target with an unfinished copy cannot be opened. */
export const UNFINISHED_COPY =
  "it is the target of an unfinished copy; run the same `clew migrate` command to continue it";
