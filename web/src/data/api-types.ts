import type { SearchResults, SessionStatistics } from "../../../src/http/api/schemas.ts";

/** Types of the API's responses. */
export type {
  CellRunShape,
  CellShape,
  ChangedCell,
  ChangeEvent,
  Facets,
  Health,
  InvocationList,
  InvocationStatistics,
  MetricsSnapshot,
  ModelCosts,
  ModelDetail,
  ModelList,
  NotebookDetail,
  NotebookRow,
  NotebookShape,
  Outline,
  OutputEvent,
  RanCellShape,
  ReadyEvent,
  SearchResults,
  SessionBrief,
  SessionDetail,
  SessionPage,
  SessionRow,
  SessionStatistics,
  StepEvent,
  ThoughtDetail,
  ThoughtPage,
} from "../../../src/http/api/schemas.ts";
export type { Note, Thought } from "../../../src/ledger/index.ts";
export type { Output } from "../../../src/notebook/output.ts";

export type BranchFate = NonNullable<SessionStatistics["lanes"][number]["fate"]>;

export type SearchResult = SearchResults["results"][number];
