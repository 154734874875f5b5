import * as z from "zod";
import { argument, choose } from "./arguments.ts";
import { defineNotebookOperation } from "./operation.ts";
import { cellView } from "./views.ts";

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
