/** A value of a copied row. */
export type CopyValue = string | number | boolean | null | readonly string[];

/** A row in the form that all stores can make and take, whatever their own is. */
export type CopyRow = Readonly<Record<string, CopyValue>>;

/** Where reading a table goes on, in the words of the store that is read. */
export type Cursor = readonly (string | number)[];

/** Some rows, and the cursor behind the last of them. */
export interface Batch {
  readonly rows: readonly CopyRow[];
  readonly cursor: Cursor;
}

/**
 * The tables of a store in the order they are copied in, and what is compared of each. A `position` is the place in the
 * feed: 1, 2, 3… without gaps.
 */
export const COPIED = {
  session:
    "id title description project task aspect tags mode status stage window_start metadata created_at updated_at owner source",
  thought:
    "position id session_id seq number total branch_id branch_from revises revises_id parent_id next_needed confidence mode source author critique metadata created_at content",
  change: "position session_id notebook_id",
  lane: "session_id branch_id ordinal parent_branch tail_id tail_number tail_total",
  client_place: "id kind client opened_at open_number counts_down",
  handle: "handle session_id last_session_id project task aspect notebook_id root",
  receipt: "scope key body",
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

/** A store as it was at one moment, to be read from the beginning to the end. */
export interface CopySource {
  /** The rows of a table behind a cursor, in batches that fit into memory. */
  batches(table: CopyTable, after?: Cursor): AsyncIterable<Batch>;
  close(): Promise<void>;
}

/** What is to be in a table: how many rows, and what they come to. */
export interface Sum {
  readonly rows: number;
  readonly checksum: string;
}

/** What a copy is to come to. */
export type Plan = Readonly<Record<CopyTable, Sum>>;

/** How far a copy has come: the cursor of each table that was begun. */
export type Progress = Readonly<Partial<Record<CopyTable, Cursor>>>;

/** A store that is being filled. Nobody else can open it until it is ended. */
export interface CopyTarget {
  /**
   * Begins a copy, or goes on with one that had the same plan; one with another plan begins anew. Refuses a store that holds
   * something else. Tells how far the copy has come.
   */
  begin(plan: Plan): Promise<Progress>;
  /** Keeps rows and where to go on, together. */
  write(table: CopyTable, batch: Batch): Promise<void>;
  /** Makes what follows from the rows: what they are searched by, and where numbering goes on. */
  derive(): Promise<void>;
  /** What the target holds now. */
  written(): Promise<CopySource>;
  /** Makes it a store that can be opened. */
  end(): Promise<void>;
  /** Makes the next copy begin anew. */
  giveUp(): Promise<void>;
  close(): Promise<void>;
}

/** Why a store cannot be copied, in words for whoever asked for it. */
export class CopyRefusal extends Error {}

/** Why a store cannot be opened that a copy has not ended in. */
export const UNFINISHED_COPY =
  "it is being copied, or the copy was broken off; `clew migrate` goes on with it";
