import type { SearchResults } from "../../../src/http/api/schemas.ts";

/** The shapes of the server's answers; types only, so nothing of the server is in the page. */
export type {
  CellRunShape,
  CellShape,
  ChangedCell,
  ChangeEvent,
  Facets,
  Figures,
  Health,
  InvocationFigures,
  InvocationList,
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
  SessionFigures,
  SessionPage,
  SessionRow,
  StepEvent,
  ThoughtDetail,
  ThoughtPage,
} from "../../../src/http/api/schemas.ts";
export type { Thought } from "../../../src/ledger/index.ts";
export type { Output } from "../../../src/notebook/output.ts";

/** A thought that a search found. */
export type SearchResult = SearchResults["results"][number];
