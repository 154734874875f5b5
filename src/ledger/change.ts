/** One entry of the change feed, at its position in the global order of writes. */
export type Change = SessionChange | NotebookChange;

/** Actions of a person or agent on a whole session. */
export const SESSION_ACTIONS = [
  "rename",
  "tag",
  "untag",
  "archive",
  "unarchive",
  "redact",
  "delete",
  "merge",
] as const;

/** One of these actions. */
export type SessionAction = (typeof SESSION_ACTIONS)[number];

/** Actions on a session, with who did them and when. */
export interface SessionActions {
  readonly actions: readonly SessionAction[];
  /** The principal, or the program if nobody signed in. */
  readonly by: string;
  readonly at: string;
}

/** A session was opened or changed, or has a new thought. */
export interface SessionChange extends Partial<SessionActions> {
  readonly position: number;
  readonly kind: "session" | "thought";
  readonly sessionId: string;
  readonly notebookId?: never;
  /** The thought's `seq` if the change is a new or redacted thought. */
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
