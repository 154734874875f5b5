import type { SearchResults } from "../../../src/http/api/schemas.ts";

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
  SessionDetail,
  SessionPage,
  SessionRow,
  SessionStatistics,
  StepEvent,
  ThoughtDetail,
  ThoughtPage,
} from "../../../src/http/api/schemas.ts";
export type { Thought } from "../../../src/ledger/index.ts";
export type { Output } from "../../../src/notebook/output.ts";

export type SearchResult = SearchResults["results"][number];
