import { Failure } from "../ledger/index.ts";
import type { Language } from "../notebook/notebook.ts";
import type { CellChanges, CellRun, CellState, NotebookState, RunFacts } from "../notebook/notebook-store.ts";

type Row = Readonly<Record<string, unknown>>;

/** A failure lists this many cell ids at most. */
export const CELLS_NAMED = 200;

/** A position after every cell. */
export const LAST_PLACE = 2 ** 31 - 1;

/** Converts a row to a notebook without its cells. */
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

/** The columns of a run without its outputs. With an outer join, all are null for a cell that never ran. */
export const RUN_COLUMNS = "r.status, r.exit_code, r.duration_ms, r.started_at, r.truncated, r.stale";

/** Converts a row, with the columns of its run, to a cell. */
export function toCell(row: Row): CellState {
  const [id, content] = [row.id as string, row.content as string];
  const run = row.status === null ? {} : { run: toRunFacts(row) };
  const facts = { version: row.version as number, stale: Boolean(row.stale), ...run };
  return row.kind === "code"
    ? { id, kind: "code", content, filename: row.filename as string, ...facts }
    : { id, kind: row.kind as "title" | "markdown", content, ...facts };
}

/** Converts a row to a run. */
export function toRun(row: Row): CellRun {
  return { ...toRunFacts(row), outputs: JSON.parse(row.outputs as string) };
}

/** Serializes outputs. Lone surrogates are replaced, as in every other text of the ledger. */
export function outputsText(outputs: CellRun["outputs"]): string {
  return JSON.stringify(outputs, (_, value) => (typeof value === "string" ? value.toWellFormed() : value));
}

/** Fails if the cell has another version than the writer expects. */
export function checkVersion({ id, version }: CellState, expected: number | undefined): void {
  if (expected !== undefined && expected !== version)
    throw new Failure("VERSION_CONFLICT", { cellId: id, expected, current: version });
}

/** Fails if the notebook has another title than the writer expects. */
export function checkTitle(notebookId: string, title: string, expected: string | undefined): void {
  if (expected !== undefined && expected !== title)
    throw new Failure("TITLE_CONFLICT", { notebookId, current: title.slice(0, 100).toWellFormed() });
}

/** Fails if a cell without code is given a file name. */
export function checkNamed({ id, kind }: CellState, { filename }: CellChanges): void {
  if (filename !== undefined && kind !== "code")
    throw new Failure("INVALID_ARGUMENT", {
      problem: `Cell '${id}' is not a code cell and has no file name: leave filename out.`,
    });
}

/** The failure for a cell that does not exist. `ids` may have one more than is listed. */
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
