import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import { cellPath, needCell, notebookPath, PAGE_CALLER } from "./notebook-path.ts";
import { CellRunShape, ChangedCell } from "./notebook-schemas.ts";
import { jsonRoute } from "./route.ts";

/** Adds a cell. */
export const addCell = jsonRoute({
  method: "POST",
  path: "/notebooks/:id/cells",
  summary: "Adds a cell at the end, or at a position",
  scopes: ["write"],
  params: notebookPath,
  body: z.object({
    kind: z.enum(["title", "markdown", "code"]),
    content: z.string(),
    filename: z.string().max(200).optional().describe("of a code cell; made up when absent"),
    position: z.int().min(1).optional().describe("from 1"),
  }),
  answer: ChangedCell,
  async run({ params: { id }, body: { kind, content, filename, position } }, { notebooks }) {
    const { cell, warning } = await notebooks.addCell(PAGE_CALLER, {
      notebookId: id,
      kind,
      content,
      filename,
      position,
    });
    return { cell, ...(warning !== undefined && { warning }) };
  },
});

/** Changes a cell. */
export const updateCell = jsonRoute({
  method: "PATCH",
  path: "/notebooks/:id/cells/:cell",
  summary: "Changes a cell's content, file name or place; cells that ran after it become stale",
  scopes: ["write"],
  params: cellPath,
  body: z.object({
    content: z.string().optional(),
    filename: z.string().max(200).optional(),
    position: z.int().min(1).optional().describe("moves it there, from 1; to the end when beyond"),
    expectedVersion: z.int().optional().describe("refuses when the cell's version is another"),
  }),
  answer: ChangedCell,
  async run({ params, body: { content, filename, position, expectedVersion } }, { notebooks }) {
    if (content === undefined && filename === undefined && position === undefined)
      throw new Failure("INVALID_ARGUMENT", {
        problem:
          "Send content, the new text, filename, the new name of a code cell, or position, its new place.",
      });
    const { cell, warning } = await notebooks.updateCell(PAGE_CALLER, {
      notebookId: params.id,
      cellId: params.cell,
      content,
      filename,
      position,
      expectedVersion,
    });
    return { cell, ...(warning !== undefined && { warning }) };
  },
});

/** Removes a cell. */
export const removeCell = jsonRoute({
  method: "DELETE",
  path: "/notebooks/:id/cells/:cell",
  summary: "Removes a cell with its run",
  scopes: ["write"],
  params: cellPath,
  body: z.object({
    expectedVersion: z.int().optional().describe("refuses when the cell's version is another"),
  }),
  answer: z.object({ cellId: z.string() }),
  async run({ params, body: { expectedVersion } }, { notebooks }) {
    const { cellId } = await notebooks.removeCell(PAGE_CALLER, {
      notebookId: params.id,
      cellId: params.cell,
      expectedVersion,
    });
    return { cellId };
  },
});

/** Reads how a cell ran last. */
export const lastRun = jsonRoute({
  method: "GET",
  path: "/notebooks/:id/cells/:cell/run",
  summary: "How a cell ran last, with what it put out",
  scopes: ["read"],
  params: cellPath,
  answer: z.object({ run: CellRunShape.optional().describe("absent when it never ran") }),
  async run({ params }, { store }) {
    const { id } = await needCell(store, params);
    const run = await store.cellRun(params.id, id);
    return { ...(run && { run }) };
  },
});
