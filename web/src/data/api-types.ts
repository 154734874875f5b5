import type { SearchResults, SessionStatistics } from "../../../src/http/api/schemas.ts";

/** Types of the API's responses. */
export type { SessionComparison } from "../../../src/http/api/compare.ts";
export type {
  CellRunShape,
  CellShape,
  ChangedCell,
  NotebookDetail,
  NotebookRow,
  NotebookShape,
  OutputEvent,
  RanCellShape,
  StepEvent,
} from "../../../src/http/api/notebook-schemas.ts";
export type {
  ChangeEvent,
  EvidenceStates,
  Facets,
  LintFindings,
  Outline,
  ReadyEvent,
  SearchResults,
  SessionBrief,
  SessionDetail,
  SessionPage,
  SessionRow,
  SessionStatistics,
  ThoughtDetail,
  ThoughtPage,
} from "../../../src/http/api/schemas.ts";
export type {
  Health,
  InvocationList,
  InvocationStatistics,
  MetricsSnapshot,
  ModelCosts,
  ModelDetail,
  ModelList,
} from "../../../src/http/api/server-schemas.ts";
export type { Finding, Note, Thought } from "../../../src/ledger/index.ts";
export type { Output } from "../../../src/notebook/output.ts";

export type BranchFate = NonNullable<SessionStatistics["branches"][number]["fate"]>;

export type SearchResult = SearchResults["results"][number];

/** Transcripts of other programs that can be imported. */
export interface FoundImports {
  readonly programs: readonly {
    readonly program: string;
    readonly name: string;
    readonly sessions: number;
    readonly bytes: number;
  }[];
}

/** The running import, or the report of the last one. */
export interface ImportState {
  readonly running?: {
    readonly program: string;
    readonly progress: {
      readonly done: number;
      readonly total: number;
      readonly bytesDone: number;
      readonly bytesTotal: number;
      readonly thoughts: number;
    };
  };
  readonly last?: {
    readonly imported: { readonly sessions: number; readonly thoughts: number; readonly hidden: number };
    /** How much was skipped, by reason. */
    readonly skipped: Readonly<Record<string, number>>;
  };
  readonly failed?: string;
}
