/** One entry of the change feed: something was written, at this place in the one global order. */
export type Change = SessionChange | NotebookChange;

/** A session was opened or changed, or has a new thought. */
export interface SessionChange {
  readonly position: number;
  readonly kind: "session" | "thought";
  readonly sessionId: string;
  readonly notebookId?: never;
  /** The thought's `seq`, when the change is a new thought. */
  readonly seq?: number;
  /** The principal that the session belongs to. */
  readonly owner?: string;
}

/** A notebook was made, or it, one of its cells or the last run of a cell has changed. */
export interface NotebookChange {
  readonly position: number;
  readonly kind: "notebook";
  readonly sessionId?: never;
  readonly notebookId: string;
  readonly seq?: never;
  /** The principal that the notebook belongs to. */
  readonly owner?: string;
}
