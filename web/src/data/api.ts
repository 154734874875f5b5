import { ARCHIVED, type SessionFilter } from "../input/route.ts";
import type {
  CellRunShape,
  ChangedCell,
  EvidenceStates,
  Facets,
  FoundImports,
  Health,
  ImportState,
  InvocationList,
  InvocationStatistics,
  LintFindings,
  MetricsSnapshot,
  ModelCosts,
  ModelDetail,
  ModelList,
  Note,
  NotebookDetail,
  NotebookRow,
  NotebookShape,
  Outline,
  SearchResults,
  SessionBrief,
  SessionComparison,
  SessionDetail,
  SessionPage,
  SessionRow,
  SessionStatistics,
  ThoughtDetail,
  ThoughtPage,
} from "./api-types.ts";
import { type RequestOptions, request, requestJson, withQuery } from "./request.ts";

type Signal = Pick<RequestOptions, "signal">;

/** The server's `/api`, one function per endpoint. */
export const api = {
  sessions(
    filter: SessionFilter,
    page: { readonly before?: string; readonly limit?: number },
    on: Signal = {},
  ) {
    const { state, ...rest } = filter;
    const wanted = state === ARCHIVED ? { archived: "true" } : { state };
    return requestJson<SessionPage>(
      withQuery("/api/sessions", { ...rest, ...wanted, conclusions: "true", ...page }),
      on,
    );
  },
  /** Renames, tags, archives or restores a session. */
  editSession(
    id: string,
    edit: { readonly title?: string; readonly tags?: readonly string[]; readonly archived?: boolean },
  ) {
    return requestJson<{ readonly session: SessionRow }>(sessionPath(id), { method: "PATCH", body: edit });
  },
  /** Deletes a session for good. */
  deleteSession(id: string) {
    return requestJson<unknown>(sessionPath(id), { method: "DELETE", body: {} });
  },
  /** Replaces the content of a thought for good. */
  redact(id: string, thought: number, reason: string) {
    return requestJson<unknown>(`${sessionPath(id)}/redactions`, {
      method: "POST",
      body: { thought, reason },
    });
  },
  /** Opens a session that cites two others. */
  merge(sessions: readonly [string, string], title: string) {
    return requestJson<{ readonly session: SessionRow }>("/api/merges", {
      method: "POST",
      body: { sessions, title },
    });
  },
  /** Two sessions by their facts. */
  compare(a: string, b: string, on: Signal = {}) {
    return requestJson<SessionComparison>(withQuery("/api/compare", { a, b }), on);
  },
  /** A session without statistics. */
  session(id: string) {
    return requestJson<SessionDetail>(`${sessionPath(id)}?statistics=false`);
  },
  /** A session as it was, with statistics. */
  sessionAsOf(id: string, asOf: string, on: Signal = {}) {
    return requestJson<SessionDetail>(withQuery(sessionPath(id), { asOf }), on);
  },
  thoughts(id: string, page: { readonly after?: number; readonly limit?: number }, on: Signal = {}) {
    return requestJson<ThoughtPage>(withQuery(`${sessionPath(id)}/thoughts`, page), on);
  },
  outline(id: string, part: { readonly after?: number; readonly limit?: number }, on: Signal = {}) {
    return requestJson<Outline>(withQuery(`${sessionPath(id)}/outline`, part), on);
  },
  thought(id: string, seq: number, on: Signal = {}) {
    return requestJson<ThoughtDetail>(`${sessionPath(id)}/thoughts/${seq}`, on);
  },
  statistics(id: string, asOf?: string, on: Signal = {}) {
    return requestJson<SessionStatistics>(withQuery(`${sessionPath(id)}/statistics`, { asOf }), on);
  },
  brief(id: string, asOf?: string, on: Signal = {}) {
    return requestJson<SessionBrief>(
      withQuery(`${sessionPath(id)}/brief`, { asOf, maxTokens: BRIEF_TOKENS }),
      on,
    );
  },
  lint(id: string, on: Signal = {}) {
    return requestJson<LintFindings>(`${sessionPath(id)}/lint`, on);
  },
  evidence(id: string, on: Signal = {}) {
    return requestJson<EvidenceStates>(`${sessionPath(id)}/evidence`, on);
  },
  notes(id: string, on: Signal = {}) {
    return requestJson<{ readonly notes: readonly Note[] }>(`${sessionPath(id)}/notes`, on);
  },
  /** Writes a note to the agent. A repeat with the same key writes nothing. */
  writeNote(id: string, note: { readonly text: string; readonly thought?: number }, key: string) {
    const headers = { "Idempotency-Key": key };
    return requestJson<Note & { readonly notice?: string }>(`${sessionPath(id)}/notes`, {
      method: "POST",
      body: note,
      headers,
    });
  },
  /** Asks the agent to wait for a note. */
  hold(id: string) {
    return requestJson<Hold>(`${sessionPath(id)}/hold`, { method: "POST", body: {} });
  },
  release(id: string) {
    return requestJson<Hold>(`${sessionPath(id)}/hold`, { method: "DELETE", body: {} });
  },
  /** A session as a file; with `asOf`, as it was. */
  exportSession(id: string, format: string, asOf?: string, on: Signal = {}) {
    return request(withQuery(`${sessionPath(id)}/export`, { format, asOf }), on);
  },
  facets(on: Signal = {}) {
    return requestJson<Facets>("/api/facets", on);
  },
  search(
    q: string,
    options: {
      readonly limit?: number;
      readonly project?: string;
      readonly source?: string;
      readonly kind?: string;
      readonly since?: string;
    } = {},
    on: Signal = {},
  ) {
    return requestJson<SearchResults>(withQuery("/api/search", { q, ...options }), on);
  },
  importsFound(days: number, on: Signal = {}) {
    return requestJson<FoundImports>(withQuery("/api/imports/found", { days }), on);
  },
  importState(on: Signal = {}) {
    return requestJson<ImportState>("/api/imports", on);
  },
  startImport(program: string, days: number) {
    return requestJson<ImportState>("/api/imports", { method: "POST", body: { program, days } });
  },
  loadExample() {
    return requestJson<{ readonly sessionId: string }>("/api/example", { method: "POST", body: {} });
  },
  notebooks(on: Signal = {}) {
    return requestJson<{ readonly notebooks: readonly NotebookRow[] }>("/api/notebooks", on);
  },
  templates(on: Signal = {}) {
    return requestJson<{ readonly templates: readonly string[] }>("/api/templates", on);
  },
  notebook(id: string, on: Signal = {}) {
    return requestJson<NotebookDetail>(notebookPath(id), on);
  },
  createNotebook(options: {
    readonly title?: string;
    readonly language?: string;
    readonly template?: string;
  }) {
    return requestJson<OneNotebook>("/api/notebooks", { method: "POST", body: options });
  },
  renameNotebook(id: string, title: string, expectedTitle: string) {
    return requestJson<OneNotebook>(notebookPath(id), { method: "PATCH", body: { title, expectedTitle } });
  },
  addCell(id: string, cell: { readonly kind: string; readonly content: string; readonly position?: number }) {
    return requestJson<ChangedCell>(`${notebookPath(id)}/cells`, { method: "POST", body: cell });
  },
  updateCell(
    id: string,
    cell: string,
    change: {
      readonly content?: string;
      readonly filename?: string;
      readonly position?: number;
      readonly expectedVersion: number;
    },
  ) {
    return requestJson<ChangedCell>(cellPath(id, cell), { method: "PATCH", body: change });
  },
  removeCell(id: string, cell: string, expectedVersion: number) {
    return requestJson<unknown>(cellPath(id, cell), { method: "DELETE", body: { expectedVersion } });
  },
  cellRun(id: string, cell: string, on: Signal = {}) {
    return requestJson<{ readonly run?: CellRunShape }>(`${cellPath(id, cell)}/run`, on);
  },
  /** Runs a cell. The response is an event stream. */
  runCell(id: string, cell: string) {
    return request(`${cellPath(id, cell)}/run`, { method: "POST", body: {} });
  },
  /** Runs all cells, or only stale ones. The response is an event stream. */
  runAll(id: string, only?: "stale") {
    return request(`${notebookPath(id)}/run-all`, { method: "POST", body: { only } });
  },
  interrupt(id: string) {
    return requestJson<unknown>(`${notebookPath(id)}/interrupt`, { method: "POST", body: {} });
  },
  restart(id: string) {
    return requestJson<OneNotebook>(`${notebookPath(id)}/restart`, { method: "POST", body: {} });
  },
  models(on: Signal = {}) {
    return requestJson<ModelList>("/api/models", on);
  },
  model(name: string, on: Signal = {}) {
    return requestJson<ModelDetail>(`/api/models/${encodeURIComponent(name)}`, on);
  },
  invocations(query: Readonly<Record<string, string | number | undefined>>, on: Signal = {}) {
    return requestJson<InvocationList>(withQuery("/api/invocations", query), on);
  },
  invocationStatistics(since: string, on: Signal = {}) {
    return requestJson<readonly InvocationStatistics[]>(withQuery("/api/invocations/stats", { since }), on);
  },
  modelCosts(query: { readonly session?: string; readonly since?: string }, on: Signal = {}) {
    return requestJson<ModelCosts>(withQuery("/api/invocations/costs", query), on);
  },
  health(on: Signal = {}) {
    return requestJson<Health>("/api/health", on);
  },
  metrics(on: Signal = {}) {
    return requestJson<MetricsSnapshot>("/api/metrics", on);
  },
  /** The event stream, resumed after the event `last`. */
  events(last: string | undefined, signal: AbortSignal) {
    const headers = { Accept: "text/event-stream", ...(last !== undefined && { "Last-Event-ID": last }) };
    return request("/api/events", { headers, signal });
  },
};

interface Hold {
  readonly heldUntil: string | null;
}

interface OneNotebook {
  readonly notebook: NotebookShape;
}

/** A person reads whole sentences; the default is for agents, and shortens them. */
const BRIEF_TOKENS = 2_000;

const sessionPath = (id: string): string => `/api/sessions/${encodeURIComponent(id)}`;

const notebookPath = (id: string): string => `/api/notebooks/${encodeURIComponent(id)}`;

const cellPath = (id: string, cell: string): string =>
  `${notebookPath(id)}/cells/${encodeURIComponent(cell)}`;
