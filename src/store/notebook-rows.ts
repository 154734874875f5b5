import { Failure } from "../ledger/index.ts";
import type { Language } from "../notebook/notebook.ts";
import type { CellChanges, CellRun, CellState, NotebookState, RunFacts } from "../notebook/notebook-store.ts";

type Row = Readonly<Record<string, unknown>>;

/** The most cells that a refusal names. */
export const CELLS_NAMED = 200;

/** Behind every cell. */
export const LAST_PLACE = 2 ** 31 - 1;

/** A notebook without its cells from its row; the files are left out where the row has none. */
export function toNotebook(row: Row): Omit<NotebookState, "cells"> {
  const { package_json = null, tsconfig = null } = row;
  return {
    id: row.id as string,
    title: row.title as string,
    language: row.language as Language,
    allowNet: JSON.parse(row.allow_net as string),
    cellCount: row.cell_count as number,
    createdAt: new Date(row.created_at as number).toISOString(),
    updatedAt: new Date(row.updated_at as number).toISOString(),
    ...(row.owner !== null && { owner: row.owner as string }),
    ...(package_json !== null && { packageJson: package_json as string }),
    ...(tsconfig !== null && { tsconfig: tsconfig as string }),
  };
}

/** The columns of a run without what it put out; all are null where `r` is joined and the cell never ran. */
export const RUN_COLUMNS = "r.status, r.exit_code, r.duration_ms, r.started_at, r.truncated, r.stale";

/** A cell from its row, with the columns of its run. */
export function toCell(row: Row): CellState {
  const [id, content] = [row.id as string, row.content as string];
  const run = row.status === null ? {} : { run: toRunFacts(row) };
  const facts = { version: row.version as number, stale: Boolean(row.stale), ...run };
  return row.kind === "code"
    ? { id, kind: "code", content, filename: row.filename as string, ...facts }
    : { id, kind: row.kind as "title" | "markdown", content, ...facts };
}

/** A run from its row. */
export function toRun(row: Row): CellRun {
  return { ...toRunFacts(row), outputs: JSON.parse(row.outputs as string) };
}

/** Outputs as JSON text. JSON could keep a lone surrogate, and no other text of the ledger does. */
export function outputsText(outputs: CellRun["outputs"]): string {
  return JSON.stringify(outputs, (_, value) => (typeof value === "string" ? value.toWellFormed() : value));
}

/** Refuses a cell that is at another version than its writer thinks. */
export function checkVersion({ id, version }: CellState, expected: number | undefined): void {
  if (expected !== undefined && expected !== version)
    throw new Failure("VERSION_CONFLICT", { cellId: id, expected, current: version });
}

/** Refuses a notebook that has another title than its writer thinks. */
export function checkTitle(notebookId: string, title: string, expected: string | undefined): void {
  if (expected !== undefined && expected !== title)
    throw new Failure("TITLE_CONFLICT", { notebookId, current: title.slice(0, 100).toWellFormed() });
}

/** Refuses a name for a cell that is no code. */
export function checkNamed({ id, kind }: CellState, { filename }: CellChanges): void {
  if (filename !== undefined && kind !== "code")
    throw new Failure("INVALID_ARGUMENT", {
      problem: `Cell '${id}' is no code cell and has no file name: leave filename out.`,
    });
}

/** The refusal of a cell that does not exist; of the ids that do, one more may be given than is named. */
export function cellNotFound(cellId: string, ids: readonly string[]): Failure {
  const existing = ids.slice(0, CELLS_NAMED).join(", ") + (ids.length > CELLS_NAMED ? "…" : "");
  return new Failure("CELL_NOT_FOUND", { cellId, existing });
}

function toRunFacts(row: Row): RunFacts {
  return {
    status: row.status as RunFacts["status"],
    exitCode: row.exit_code as number | null,
    durationMs: row.duration_ms as number,
    startedAt: row.started_at as string,
    truncated: Boolean(row.truncated),
  };
}
