import * as z from "zod";
import {
  Analysis,
  BranchFate,
  Brief,
  EvidenceState,
  Fact,
  Finding,
  Note,
  SESSION_ACTIONS,
  SessionSummary,
  Source,
  Thought,
} from "../../ledger/index.ts";

/** A point in time. */
export const time = z.iso.datetime();

/** A read-only array. */
export const list = <T extends z.ZodType>(of: T) => z.array(of).readonly();

/** The answer to a failed call. */
export const ApiError = z
  .object({
    error: z.object({
      code: z.string().describe("one of the codes in the error reference"),
      message: z.string().describe("what is wrong"),
      hint: z.string().optional().describe("what to send instead"),
    }),
  })
  .meta({ id: "Error" });
export type ApiError = z.infer<typeof ApiError>;

/** A session in a list. */
export const SessionRow = SessionSummary.extend({
  source: Source.optional().describe("of its first thought; absent while it has none"),
  unfinished: z.boolean().describe("its last thought said that more are needed; never in mode think"),
  lastWords: z.string().describe("the beginning of its last thought"),
  conclusion: Fact.pick({ kind: true, text: true, seq: true, thoughtNumber: true })
    .optional()
    .describe("the newest decision or outcome in its last thoughts; in a list, if conclusions is true"),
  archived: z.boolean().describe("left out of lists and searches"),
  match: z
    .object({
      seq: z.int(),
      thoughtNumber: z.int(),
      snippet: z.string().describe("a piece around the match, matching words in [brackets]"),
    })
    .optional()
    .describe("its newest thought that contains the words of text; absent if none does"),
}).meta({ id: "SessionRow" });
export type SessionRow = z.infer<typeof SessionRow>;

/** A session after an edit. */
export const EditedSession = z.object({ session: SessionRow }).meta({ id: "EditedSession" });

const erasure = {
  quotes: z.int().describe("calls, messages, cells and notes that quoted it and were changed"),
  exports: z.int().describe("exported files in the data home that were changed or deleted"),
  scrubbed: z.boolean().describe("false if another process keeps old pages of the database for now"),
};

/** A redacted thought. */
export const RedactedThought = z.object({ thought: Thought, ...erasure }).meta({ id: "RedactedThought" });

/** A deleted session. */
export const DeletedSession = z.object({ deleted: z.string(), ...erasure }).meta({ id: "DeletedSession" });

/** A page of sessions, newest activity first. */
export const SessionPage = z
  .object({
    sessions: list(SessionRow),
    next: z.string().optional().describe("send it as before for the next page; absent on the last"),
    position: z.int().describe("of the feed: follow /api/events from here to miss nothing"),
  })
  .meta({ id: "SessionPage" });
export type SessionPage = z.infer<typeof SessionPage>;

/** The brief of a session. */
export const SessionBrief = Brief.meta({ id: "Brief" });
export type SessionBrief = z.infer<typeof SessionBrief>;

const Facet = z.object({ name: z.string(), count: z.int() });

/** The values that sessions can be filtered by, with counts among the newest 1,000, most frequent first. */
export const Facets = z
  .object({
    projects: list(Facet),
    tags: list(Facet),
    sources: list(Facet),
    statuses: list(Facet),
    states: list(Facet).describe("active, unfinished or complete"),
  })
  .meta({ id: "Facets" });
export type Facets = z.infer<typeof Facets>;

/** Statistics of one branch of a session; the name of the main line is empty. */
const BranchStatistics = z
  .object({
    branchId: z.string().describe("empty for the main line"),
    parentBranch: z.string().optional().describe("the branch that it forked from"),
    thoughts: z.int(),
    fate: BranchFate.optional().describe("how the branch ended, as far as the session says so"),
  })
  .meta({ id: "BranchStatistics" });

/** The statistics of a session, with its branches in order of their forks. */
export const SessionStatistics = z
  .object({ analysis: Analysis, branches: list(BranchStatistics) })
  .meta({ id: "SessionStatistics" });
export type SessionStatistics = z.infer<typeof SessionStatistics>;

/** What the linter finds in a session. */
export const LintFindings = z
  .object({
    checked: z.object({ thoughts: z.int(), rules: z.int() }),
    findings: list(Finding),
    counts: z.object({ error: z.int(), warning: z.int(), ignored: z.int() }),
  })
  .meta({ id: "LintFindings" });
export type LintFindings = z.infer<typeof LintFindings>;

/** The states of a session's evidence. */
export const EvidenceStates = z
  .object({
    evidence: list(
      z.object({
        sessionId: z.string(),
        thoughtNumber: z.int(),
        seq: z.int(),
        ref: z.string(),
        state: EvidenceState,
      }),
    ),
    decisions: list(
      z.object({
        thoughtNumber: z.int(),
        seq: z.int(),
        text: z.string(),
        state: EvidenceState.describe("the worst state of what the decision cites"),
      }),
    ),
  })
  .meta({ id: "EvidenceStates" });
export type EvidenceStates = z.infer<typeof EvidenceStates>;

/** One session. */
export const SessionDetail = z
  .object({
    session: SessionRow,
    ...SessionStatistics.partial().shape,
    position: z.int().describe("of the feed: follow /api/events from here to miss nothing"),
  })
  .meta({ id: "SessionDetail" });
export type SessionDetail = z.infer<typeof SessionDetail>;

/** Bits of `flags` in an outline. */
export const FLAGS = { revision: 1, last: 2, critique: 4 } as const;

const column = list(z.int());

/** The thoughts of a session without their contents, in columns of the same length. */
export const Outline = z
  .object({
    branches: list(z.string()).describe("names of branches; the first is the main line and empty"),
    sources: list(Source),
    entries: z.object({
      seq: column,
      id: list(z.string()),
      number: column,
      branch: column.describe("index into branches"),
      parent: column.describe("seq of the thought before it on its branch, or of the fork; 0 for none"),
      revises: column.describe("seq of the thought that it revises; 0 for none"),
      flags: column.describe("bits: 1 revision, 2 last (no next needed), 4 has a critique"),
      confidence: list(z.number().nullable()),
      source: column.describe("index into sources"),
      at: column.describe("milliseconds since 1970"),
      beginning: list(z.string()).describe("the first 140 characters"),
    }),
    next: z.int().optional().describe("send it as after for the next part; absent on the last"),
  })
  .meta({ id: "Outline" });
export type Outline = z.infer<typeof Outline>;

/** A fact of a session. */
const FactShape = Fact.meta({ id: "Fact" });

/** The facts of a session, in order of their thoughts. */
export const SessionFacts = z.object({ facts: list(FactShape) }).meta({ id: "SessionFacts" });

const ThoughtShape = Thought.extend({
  facts: list(FactShape).optional().describe("what it declares, or a model found in it"),
}).meta({ id: "Thought" });

/** A part of a session with complete thoughts. */
export const ThoughtPage = z
  .object({
    thoughts: list(ThoughtShape),
    next: z.int().optional().describe("send it as after for the next part; absent on the last"),
  })
  .meta({ id: "ThoughtPage" });
export type ThoughtPage = z.infer<typeof ThoughtPage>;

/** One thought with what refers to it. */
export const ThoughtDetail = z
  .object({
    thought: ThoughtShape,
    revisedBy: list(z.int()).describe("seqs of the thoughts that revise it"),
    forks: list(z.object({ branchId: z.string(), seq: z.int() })).describe("branches that begin here"),
  })
  .meta({ id: "ThoughtDetail" });
export type ThoughtDetail = z.infer<typeof ThoughtDetail>;

/** Thoughts that match, best first. */
export const SearchResults = z
  .object({
    results: list(
      z.object({
        sessionId: z.string(),
        title: z.string(),
        seq: z.int().describe("0 for a note on a session"),
        thoughtNumber: z.int().describe("of a note: the thought that it is about, or 0"),
        branchId: z.string().optional(),
        snippet: z.string().describe("a piece around the match, matching words in [brackets]"),
        score: z.number().describe("higher is better; comparable only within one answer"),
        why: z.string().describe("the words and fields that match, and its fact"),
        fact: Fact.pick({ kind: true, text: true, reason: true }).optional(),
        neighbours: list(z.int()).describe("the numbers of the thoughts before and after it on its branch"),
        note: Note.pick({ id: true, on: true, author: true, state: true }).optional(),
        project: z.string(),
        source: Source.optional().describe("absent for a note"),
        speaker: z
          .string()
          .optional()
          .describe("who wrote the thought: `You`, a model or agent, `tool: name`"),
        at: time,
      }),
    ),
  })
  .meta({ id: "SearchResults" });
export type SearchResults = z.infer<typeof SearchResults>;

/** Something was written. */
export const ChangeEvent = z
  .object({
    position: z.int(),
    kind: z.enum(["session", "thought", "notebook"]),
    sessionId: z.string().optional(),
    notebookId: z.string().optional(),
    seq: z.int().optional().describe("of the thought"),
    noteId: z.string().optional().describe("of the session's note that was written or delivered"),
    actions: z
      .array(z.enum(SESSION_ACTIONS))
      .readonly()
      .optional()
      .describe("what somebody did to the session, if that is the change"),
    by: z.string().optional().describe("who did it"),
    at: time.optional().describe("when"),
    owner: z.string().optional().describe("whose it is, for those who see what all principals made"),
  })
  .meta({ id: "Change" });
export type ChangeEvent = z.infer<typeof ChangeEvent>;

/** The first event of a stream of changes: the position where it begins. */
export const ReadyEvent = z.object({
  position: z.int(),
  reset: z
    .boolean()
    .optional()
    .describe("the requested position is not of this ledger: read everything again"),
});
export type ReadyEvent = z.infer<typeof ReadyEvent>;
