import type { Evidence, Mark, Redaction } from "../ledger/index.ts";

/** The programs and formats that can be imported. */
const PROGRAMS = [
  "claude-code",
  "codex",
  "gemini-cli",
  "cursor",
  "opencode",
  "thoughtbox",
  "atif",
  "clew",
] as const;
export type Program = (typeof PROGRAMS)[number];

/** Names of the programs for people. */
export const PROGRAM_NAMES: Readonly<Record<Program, string>> = {
  "claude-code": "Claude Code",
  codex: "Codex",
  "gemini-cli": "Gemini CLI",
  cursor: "Cursor",
  opencode: "opencode",
  thoughtbox: "Thoughtbox",
  atif: "ATIF",
  clew: "Clew export",
};

/** Tokens that a transcript reports. */
export interface TokenCounts {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly reasoning: number;
}

/** The facts about a session as a whole. */
export interface TranscriptFacts {
  readonly title?: string | undefined;
  /** The first message of the user. */
  readonly prompt?: string | undefined;
  /** The folder that the program worked in. */
  readonly cwd?: string | undefined;
  /** Tags, if the format has them. */
  readonly tags?: readonly string[] | undefined;
  /** The project, if the format names one instead of a folder. */
  readonly project?: string | undefined;
  readonly gitBranch?: string | undefined;
  readonly models: readonly string[];
  readonly tokens?: TokenCounts | undefined;
  /** In US dollars, if the transcript reports it. */
  readonly cost?: number | undefined;
  readonly startedAt?: number | undefined;
  readonly endedAt?: number | undefined;
  /** False if it ends in the middle of work: a tool call without a result, a question without an answer. */
  readonly isFinished: boolean;
  /** When the program replaced its context by a summary. */
  readonly compactions: readonly Compaction[];
  /** Calls by tool. */
  readonly toolCalls: ReadonlyMap<string, number>;
  /** Reasoning blocks without readable text. */
  readonly hidden: number;
}

/** A replacement of the context by a summary. */
export interface Compaction {
  readonly at?: string | undefined;
  readonly trigger?: string | undefined;
}

/** What a thought was made from. */
export type ThoughtKind = "reasoning" | "prose" | "tool" | "decision";

/** A decision that a person made when the agent asked. */
export interface AskedDecision {
  readonly question: string;
  readonly options: readonly string[];
  readonly chosen: string;
}

/** One thought of a transcript. */
export interface TranscriptThought {
  /** Identifies it within its session, on every run. */
  readonly key: string;
  /** The id that its record has in the source. */
  readonly nativeId: string;
  readonly kind: ThoughtKind;
  readonly content: string;
  readonly at?: number | undefined;
  /** Absent on the main line. */
  readonly branchId?: string | undefined;
  /** Key of the thought that its branch forks from. */
  readonly fork?: string | undefined;
  /** Key of the thought that it revises. */
  readonly revises?: string | undefined;
  readonly confidence?: number | undefined;
  readonly model?: string | undefined;
  /** Tool calls since the previous thought of the same line. */
  readonly tools?: ReadonlyMap<string, number> | undefined;
  /** The targets of these calls: files, commands, URLs. */
  readonly evidence?: readonly string[] | undefined;
  readonly decision?: AskedDecision | undefined;
  /** Present if the source is an export of Clew: the thought keeps these. */
  readonly exact?: ExactThought | undefined;
}

/** The fields of a thought that only an export of Clew contains. */
export interface ExactThought {
  readonly seq: number;
  readonly number: number;
  readonly total: number;
  readonly branchFrom?: number | undefined;
  /** Absent in a `SessionExport`. */
  readonly nextThoughtNeeded?: boolean | undefined;
  readonly confidence?: number | undefined;
  readonly author?: string | undefined;
  readonly critique?: Readonly<Record<string, unknown>> | undefined;
  readonly redaction?: Redaction | undefined;
  readonly marks?: readonly Mark[] | undefined;
  readonly evidence?: readonly Evidence[] | undefined;
}

/** Counts what was skipped, by reason. */
export interface Skips {
  add(reason: string, count?: number): void;
}

/** What finding transcripts needs besides the places. */
export interface Search {
  readonly skips: Skips;
  /** Calls this when the import is over. */
  defer(close: () => Promise<void>): void;
}

/** A session in the source, before it is read. */
export interface Transcript {
  readonly program: Program;
  readonly nativeId: string;
  /** Distinguishes it from another session that has the same id. */
  readonly place?: string | undefined;
  /** The main file. */
  readonly file: string;
  /** Changes when the source changes. */
  readonly fingerprint: string;
  readonly bytes: number;
  readonly modifiedAt: number;
  open(skips: Skips): Promise<OpenTranscript>;
}

/** A transcript that has been scanned once. */
export interface OpenTranscript {
  readonly facts: TranscriptFacts;
  /** Reads the source again and yields the thoughts. A fork comes before what forks from it. */
  thoughts(): AsyncIterable<TranscriptThought>;
}

/** Where programs keep their files. */
export interface Places {
  readonly homeFolder: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder of the ledger in use, which is not a source. */
  readonly dataHome?: string | undefined;
}
