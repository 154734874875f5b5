import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import type { Language } from "../../notebook/notebook.ts";
import type { NotebookFormat } from "../../notebook/notebooks.ts";
import { TemplateName } from "../../notebook/template.ts";
import { argument, choose } from "./arguments.ts";
import { defineNotebookOperation } from "./operation.ts";
import { newNotebookView, summaryView } from "./views.ts";

const LANGUAGES: Readonly<Record<string, Language>> = {
  typescript: "typescript",
  ts: "typescript",
  javascript: "javascript",
  js: "javascript",
};

/** Creates a notebook, empty or from a template. */
export const create = defineNotebookOperation({
  name: "create",
  summary: "Creates a notebook, empty or from a template",
  input: z.object({
    title: z.string().optional(),
    language: z.string().optional().describe('"typescript" (the default) or "javascript"'),
    template: z
      .string()
      .optional()
      .describe(`One of ${TemplateName.options.join(", ")}`),
    allowNet: argument.allowNet,
  }),
  example: { title: "My Analysis", language: "typescript", template: "sequential-feynman" },
  async run({ title, language, template, allowNet }, { notebooks, caller }) {
    const chosen = language && choose("language", language, LANGUAGES);
    return newNotebookView(
      await notebooks.create(caller, { title, language: chosen, template, allowNet }),
      caller,
    );
  },
});

/** Lists all notebooks. */
export const list = defineNotebookOperation({
  name: "list",
  summary: "Lists the notebooks, most recently changed first",
  input: z.object({
    limit: z.int().min(1, "must be at least 1").optional().describe("100 by default, at most 1000"),
  }),
  example: {},
  async run({ limit }, { notebooks }) {
    const found = await notebooks.list(limit === undefined ? undefined : Math.min(limit, 1000));
    return { notebooks: found.map(summaryView) };
  },
});

/** Creates a notebook from a `.src.md` file or its text. */
export const load = defineNotebookOperation({
  name: "load",
  summary: "Creates a notebook from a .src.md file, or from its text",
  input: z.object({
    path: z.string().optional().describe("A file in the data home or the bound root"),
    content: z.string().optional().describe("The text of such a file, instead of a path"),
  }),
  example: { path: "notebooks/analysis.src.md" },
  async run({ path, content }, { notebooks, caller }) {
    if (path === undefined && !content?.trim())
      throw new Failure("INVALID_ARGUMENT", {
        problem: "load needs path, a .src.md file, or content, the text of one.",
      });
    return newNotebookView(
      await notebooks.load(caller, path === undefined ? { content: content! } : { path }),
      caller,
    );
  },
});

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
