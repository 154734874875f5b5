import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import { Answer } from "../../mcp/define.ts";
import { argument, choose } from "./arguments.ts";
import { cutMiddle } from "./cut.ts";
import { defineNotebookOperation } from "./operation.ts";
import { runResult } from "./run-result.ts";
import { cellView, notebookView } from "./views.ts";

const KINDS = { code: "code", markdown: "markdown", md: "markdown", title: "title" } as const;

/** Adds a cell. */
export const addCell = defineNotebookOperation({
  name: "add_cell",
  summary: "Adds a cell at the end, or at a position",
  input: z.object({
    notebookId: argument.notebookId,
    cellType: z.string().optional().describe('"code" (the default), "markdown" or "title"'),
    content: z.string().describe("The cell's text, stored exactly"),
    filename: z.string().optional().describe("Name of a code cell; generated when absent"),
    position: z.int().min(1, "counts from 1").optional().describe("Position, from 1; at the end when absent"),
  }),
  example: { cellType: "code", content: "[1, 2, 3].length", filename: "example.ts" },
  async run({ notebookId, cellType, content, filename, position }, { notebooks, caller }) {
    const kind = choose("cellType", cellType ?? "code", KINDS);
    const added = await notebooks.addCell(caller, { kind, content, notebookId, filename, position });
    return { notebookId: added.notebookId, ...cellView(added.cell), warning: added.warning };
  },
});

/** Changes a cell's content or filename. */
export const updateCell = defineNotebookOperation({
  name: "update_cell",
  summary: "Changes a cell's content or filename; cells that ran after it become stale",
  input: z.object({
    notebookId: argument.notebookId,
    cellId: argument.cellId,
    content: z.string().optional().describe("The new text"),
    filename: z.string().optional().describe("The new name of a code cell"),
    expectedVersion: argument.expectedVersion,
  }),
  example: { cellId: "cell-1", content: "Updated content" },
  async run(input, { notebooks, caller }) {
    if (input.content === undefined && input.filename === undefined)
      throw new Failure("INVALID_ARGUMENT", {
        problem: "update_cell needs content, the new text, or filename, the new name of a code cell.",
      });
    const { notebookId, cell } = await notebooks.updateCell(caller, input);
    return { notebookId, ...cellView(cell) };
  },
});

/** Removes a cell. */
export const removeCell = defineNotebookOperation({
  name: "remove_cell",
  summary: "Removes a cell and its last run",
  input: z.object({
    notebookId: argument.notebookId,
    cellId: argument.cellId,
    expectedVersion: argument.expectedVersion,
  }),
  example: { cellId: "cell-1" },
  run: async (input, { notebooks, caller }) => ({
    ...(await notebooks.removeCell(caller, input)),
    removed: true,
  }),
});

/** Lists the cells of a notebook. */
export const listCells = defineNotebookOperation({
  name: "list_cells",
  summary: "Lists a notebook's cells in order, each with its first line and whether it is stale",
  input: z.object({ notebookId: argument.notebookId }),
  example: {},
  run: async ({ notebookId }, { notebooks, caller }) =>
    notebookView(await notebooks.open(caller, notebookId)),
});

/** Clients drop messages over 10 MiB, and an answer carries its text twice. */
const MOST_JSON = 3 * 1024 * 1024;

/** Returns one cell with its last run. */
export const getCell = defineNotebookOperation({
  name: "get_cell",
  summary: "Returns a cell in full, with its last run",
  input: z.object({ notebookId: argument.notebookId, cellId: argument.cellId }),
  example: { cellId: "cell-1" },
  async run(input, { notebooks, caller }) {
    const { notebookId, cell, run } = await notebooks.cell(caller, input);
    const { facts, embedded = [] } = run ? runResult(notebookId, cell, run) : {};
    return new Answer(
      { notebookId, ...cellView(cell), ...contentView(cell.content), ...facts },
      { embedded },
    );
  },
});

/** Only control characters, which JSON escapes, make a cell that long. */
function contentView(content: string) {
  if (JSON.stringify(content).length <= MOST_JSON) return { content };
  return {
    content: cutMiddle(content, MOST_JSON / 8),
    warning:
      "The content is cut because its characters take too much space here. Use export to get all of it.",
  };
}
