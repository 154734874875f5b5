import * as z from "zod";
import { argument, choose } from "./arguments.ts";
import { defineNotebookOperation } from "./operation.ts";
import { shownCell } from "./shown.ts";

const KINDS = { code: "code", markdown: "markdown", md: "markdown", title: "title" } as const;

/** Adds a cell. */
export const addCell = defineNotebookOperation({
  name: "add_cell",
  summary: "Adds a cell at the end, or at a position",
  input: z.object({
    notebookId: argument.notebookId,
    cellType: z.string().optional().describe('"code" (the default), "markdown" or "title"'),
    content: z.string().describe("The cell's text, kept exactly"),
    filename: z.string().optional().describe("Of a code cell; made up when absent"),
    position: z.int().min(1, "counts from 1").optional().describe("Where it goes, from 1"),
  }),
  example: { cellType: "code", content: "[1, 2, 3].length", filename: "example.ts" },
  async run({ notebookId, cellType, content, filename, position }, { notebooks, desk }) {
    const added = await notebooks.addCell(desk, {
      kind: choose("cellType", cellType ?? "code", KINDS),
      content,
      ...(notebookId !== undefined && { notebookId }),
      ...(filename !== undefined && { filename }),
      ...(position !== undefined && { position }),
    });
    return {
      notebookId: added.notebookId,
      ...shownCell(added.cell),
      ...(added.warning !== undefined && { warning: added.warning }),
    };
  },
});
