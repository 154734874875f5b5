import * as z from "zod";

/** How the thoughts of a session are produced. */
export const Mode = z.enum(["chain", "think", "linear"]);
export type Mode = z.infer<typeof Mode>;

/** One line of inquiry: the unit that is listed, searched, exported and watched. */
export const Session = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().optional(),
  project: z.string(),
  task: z.string().optional(),
  aspect: z.string().optional(),
  tags: z.array(z.string()).readonly(),
  mode: Mode,
  status: z.enum(["active", "completed"]),
  stage: z.int().min(0).max(3),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  metadata: z.record(z.string(), z.unknown()),
  /** The principal that it belongs to; absent for what was made on the machine itself. */
  owner: z.string().optional(),
});
export type Session = z.infer<typeof Session>;

/** A session with the counts that a list shows; they are kept, never computed by reading thoughts. */
export const SessionSummary = Session.extend({ thoughtCount: z.int(), branchCount: z.int() });
export type SessionSummary = z.infer<typeof SessionSummary>;

/** What a caller decides about a session that is about to be opened. */
export interface NewSession {
  /** Kept when it is safe; otherwise, and when absent, an id is made from the title and the day. */
  readonly id?: string;
  readonly title: string;
  readonly description?: string;
  readonly project?: string;
  readonly task?: string;
  readonly aspect?: string;
  readonly tags?: readonly string[];
  readonly mode: Mode;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The principal that it is to belong to. */
  readonly owner?: string;
  /** The client that opens it without a handle. */
  readonly client?: string;
}

/** The project of a session that names none. */
export const DEFAULT_PROJECT = "_default";
