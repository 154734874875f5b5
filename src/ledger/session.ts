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
  /** Whether it was archived: lists, searches and completions leave it out. Absent if not. */
  archived: z.boolean().optional(),
  archivedAt: z.iso.datetime().optional(),
  /** The principal that owns it; absent if it was created on the machine itself. */
  owner: z.string().optional(),
  needsInput: z
    .string()
    .optional()
    .describe("what its agent asked a person; absent once somebody has replied"),
  needsInputOn: z.int().optional().describe("the number of the thought that asked"),
});
export type Session = z.infer<typeof Session>;

/** A session with the counts that a list shows. The counts are stored. */
export const SessionSummary = Session.extend({ thoughtCount: z.int(), branchCount: z.int() });
export type SessionSummary = z.infer<typeof SessionSummary>;

/** A session to open. */
export interface NewSession {
  /** Used if it is safe; otherwise an id is made from the title and the day. */
  readonly id?: string;
  readonly title: string;
  readonly description?: string;
  readonly project?: string;
  readonly task?: string;
  readonly aspect?: string;
  readonly tags?: readonly string[];
  readonly mode: Mode;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The principal that will own it. */
  readonly owner?: string;
  /** The client that opens it without a handle. */
  readonly client?: string;
}

/** The default project. */
export const DEFAULT_PROJECT = "_default";
