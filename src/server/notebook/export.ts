import * as z from "zod";
import type { NotebookFormat } from "../../notebook/notebooks.ts";
import { argument, choose } from "./arguments.ts";
import { defineNotebookOperation } from "./operation.ts";

const FORMATS: Readonly<Record<string, NotebookFormat>> = {
  "src.md": "src.md",
  ".src.md": "src.md",
  md: "src.md",
  markdown: "src.md",
  srcmd: "src.md",
  ipynb: "ipynb",
  ".ipynb": "ipynb",
  jupyter: "ipynb",
  html: "html",
  ".html": "html",
};

/** Writes a notebook to a file. */
export const exportNotebook = defineNotebookOperation({
  name: "export",
  summary: "Writes a notebook to a file",
  input: z.object({
    notebookId: argument.notebookId,
    path: z.string().optional().describe("A file in the data home or the bound root; generated when absent"),
    format: z.string().optional().describe("src.md, ipynb or html; by default from the path's extension"),
    overwrite: z.boolean().optional().describe("Replaces an existing file"),
  }),
  example: { path: "notebooks/analysis.src.md" },
  async run({ notebookId, path, format, overwrite }, { notebooks, caller }) {
    const chosen = format === undefined ? undefined : choose("format", format, FORMATS);
    return notebooks.export(caller, { notebookId, path, format: chosen, overwrite });
  },
});
