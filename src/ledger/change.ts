/** One entry of the change feed, at its position in the global order of writes. */
export type Change = SessionChange | NotebookChange;

/** A session was opened or changed, or has a new thought. */
export interface SessionChange {
  readonly position: number;
  readonly kind: "session" | "thought";
  readonly sessionId: string;
  readonly notebookId?: never;
  /** The thought's `seq` if the change is a new thought. */
  readonly seq?: number;
  /** The note that was written or delivered, if the change is one of the session's notes. */
  readonly noteId?: string;
  /** The principal that owns the session. */
  readonly owner?: string;
}

/** A notebook was created, or it, a cell or a cell's last run has changed. */
export interface NotebookChange {
  readonly position: number;
  readonly kind: "notebook";
  readonly sessionId?: never;
  readonly notebookId: string;
  readonly seq?: never;
  readonly noteId?: never;
  /** The principal that owns the notebook. */
  readonly owner?: string;
}
