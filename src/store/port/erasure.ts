import type { Redaction, Thought } from "../../ledger/index.ts";

/** Which rows of a table with texts to read. */
export interface TextRange {
  /** Rows of this principal; without one, rows of the machine itself. */
  readonly owner?: string | undefined;
  /** The key of the last row of the previous page. */
  readonly after?: readonly (string | number)[];
  /** Only rows since this time, in milliseconds; none from tables that do not keep one. */
  readonly since?: number;
  readonly limit: number;
}

/** A row with its texts by column. */
export interface TextRow {
  readonly key: readonly (string | number)[];
  /** The session that it belongs to. */
  readonly sessionId?: string | undefined;
  readonly texts: Readonly<Record<string, string | null>>;
}

/** A session that is being deleted. */
export interface HiddenSession {
  readonly id: string;
  readonly owner?: string | undefined;
  /** Who deletes it. */
  readonly by: string;
}

/** Removes texts permanently. No operation of agents does. */
export interface ErasureStore {
  /**
   * Replaces the content, critique, evidence and metadata of a thought, its words in the search index and its copies in
   * stored answers. A thought that is redacted already stays as it is.
   */
  redactThought(sessionId: string, seq: number, redaction: Redaction): Promise<Thought>;
  /** Makes a session disappear at once and leaves a tombstone without its text. Its rows wait for `eraseRows`. */
  hideSession(id: string, by: string): Promise<void>;
  /** Sessions that disappeared and whose rows are not erased yet, such as those of a process that was killed. */
  hiddenSessions(): Promise<readonly HiddenSession[]>;
  /** Erases all rows of a session if it is hidden, page by page; `onErased` is called with the number of thoughts of each. */
  eraseRows(id: string, onErased?: (thoughts: number) => void): Promise<void>;
  /** Whether a session with this id was deleted. */
  isDeleted(id: string): Promise<boolean>;
  /** The `seq` of every thought that was redacted in the session with this id, even if the session was deleted since. */
  redactedSeqs(sessionId: string): Promise<readonly number[]>;
  /** Which of these erasures, by the names of their tombstones, this ledger has not seen. */
  missingErasures(names: readonly string[]): Promise<readonly string[]>;
  /** Records the names of erasures whose sessions are not in this ledger. */
  keepErasures(names: readonly string[], by: string): Promise<void>;
  /** A page of a table in which thoughts may be quoted (`QUOTING`). */
  textRows(table: string, range: TextRange): Promise<readonly TextRow[]>;
  replaceTexts(table: string, rows: readonly TextRow[]): Promise<void>;
  /** Removes remains of erased rows from the database files. Returns false if another process prevents it for now. */
  scrub(): Promise<boolean>;
}
