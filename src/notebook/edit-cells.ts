import { Failure } from "../ledger/index.ts";
import { readFilename } from "./filename.ts";
import { findCell, findNotebook } from "./find-notebook.ts";
import type { CellDraft, Language } from "./notebook.ts";
import type { CellChanges, CellState, NotebookStore } from "./notebook-store.ts";
import type { Notebooks } from "./notebooks.ts";
import { checkSize } from "./size.ts";

/** Reads and changes the cells of a notebook. */
export function createCellEditing(
  store: NotebookStore,
): Pick<Notebooks, "cell" | "addCell" | "updateCell" | "removeCell"> {
  return {
    async cell(caller, { notebookId, cellId }) {
      const notebook = await findNotebook(store, caller, notebookId);
      const cell = findCell(notebook, cellId);
      const run = await store.cellRun(notebook.id, cell.id);
      return { notebookId: notebook.id, cell, ...(run && { run }) };
    },
    async addCell(caller, { notebookId, position, ...wanted }) {
      const notebook = await findNotebook(store, caller, notebookId);
      const draft = draftOf(wanted, notebook.language);
      checkSize([...notebook.cells, draft]);
      const cell = await store.addCell(notebook.id, { ...draft, ...placeOf(position) }, caller.idempotency);
      return {
        notebookId: notebook.id,
        cell,
        ...renamed(cell, "filename" in draft ? draft.filename : undefined),
      };
    },
    async updateCell(caller, { notebookId, cellId, expectedVersion, ...wanted }) {
      const notebook = await findNotebook(store, caller, notebookId);
      const before = findCell(notebook, cellId);
      const changes = changesOf(before, wanted, notebook.language);
      checkSize(notebook.cells.map((cell) => (cell === before ? { ...cell, ...changes } : cell)));
      const cell = await store.updateCell(notebook.id, before.id, changes, {
        expectedVersion,
        idempotency: caller.idempotency,
      });
      return { notebookId: notebook.id, cell, ...renamed(cell, changes.filename) };
    },
    async removeCell(caller, { notebookId, cellId, expectedVersion }) {
      const notebook = await findNotebook(store, caller, notebookId);
      const { id } = findCell(notebook, cellId);
      await store.removeCell(notebook.id, id, expectedVersion);
      return { notebookId: notebook.id, cellId: id };
    },
  };
}

type Wanted = Omit<Parameters<Notebooks["addCell"]>[1], "notebookId" | "position">;

function draftOf({ kind, content, filename }: Wanted, language: Language): CellDraft {
  if (kind !== "code") return { kind, content: contentOf(kind, content) };
  const name = filename?.trim() ? { filename: nameOf(filename, language) } : {};
  return { kind, content: contentOf(kind, content), ...name };
}

function changesOf(
  { id, kind }: CellState,
  { content, filename, position }: CellChanges,
  language: Language,
): CellChanges {
  if (content === undefined && filename === undefined && position === undefined)
    throw refused("Send the new content of the cell, or a new filename.");
  if (filename !== undefined && kind !== "code")
    throw refused(`filename is for code cells, and ${id} is a ${kind} cell. Leave it out.`);
  return {
    ...(content !== undefined && { content: contentOf(kind, content) }),
    ...(filename !== undefined && { filename: nameOf(filename, language) }),
    ...placeOf(position),
  };
}

/** Text that is not valid UTF-8 would change when it is stored; a title is one line. */
function contentOf(kind: CellState["kind"], content: string): string {
  const text = content.toWellFormed();
  return kind === "title" ? text.replace(/[\r\n\u2028\u2029]+/g, " ").trim() : text;
}

function placeOf(position: number | undefined): { readonly position?: number } {
  return position === undefined ? {} : { position: Math.max(1, Math.trunc(position)) };
}

function nameOf(given: string, language: Language): string {
  const read = readFilename(given.toWellFormed(), language);
  if ("problem" in read) throw refused(read.problem);
  return read.filename;
}

function renamed(cell: CellState, wanted: string | undefined): { readonly warning?: string } {
  if (cell.kind !== "code" || wanted === undefined || cell.filename === wanted) return {};
  return { warning: `Another cell is called ${wanted}, so this one is ${cell.filename}.` };
}

const refused = (problem: string) => new Failure("INVALID_ARGUMENT", { problem });
