import * as z from "zod";
import { Language } from "../../notebook/notebook.ts";
import { TemplateName, templateNames } from "../../notebook/template.ts";
import { needNotebook, notebookPath, PAGE_CALLER } from "./notebook-path.ts";
import { NotebookDetail, NotebookRow, NotebookShape } from "./notebook-schemas.ts";
import { jsonRoute } from "./route.ts";

const OneNotebook = z.object({ notebook: NotebookShape });

/** Lists notebooks. */
export const listNotebooks = jsonRoute({
  method: "GET",
  path: "/notebooks",
  summary: "Notebooks, newest change first",
  scopes: ["read"],
  query: z.object({ limit: z.int().min(1).max(1_000).default(100) }),
  answer: z.object({ notebooks: z.array(NotebookRow).readonly() }),
  run: async ({ query: { limit } }, { store }) => ({ notebooks: await store.notebooks({ limit }) }),
});

/** Lists the templates of new notebooks. */
export const templates = jsonRoute({
  method: "GET",
  path: "/templates",
  summary: "The templates of new notebooks",
  scopes: ["read"],
  answer: z.object({ templates: z.array(TemplateName).readonly() }),
  run: async () => ({ templates: templateNames }),
});

/** Creates a notebook. */
export const createNotebook = jsonRoute({
  method: "POST",
  path: "/notebooks",
  summary: "Creates a notebook, empty or from a template",
  scopes: ["write"],
  body: z.object({
    title: z.string().max(500).optional(),
    language: Language.optional(),
    template: TemplateName.optional(),
  }),
  answer: OneNotebook,
  run: async ({ body: { title, language, template } }, { notebooks }) => ({
    notebook: await notebooks.create(PAGE_CALLER, {
      title,
      language,
      template,
    }),
  }),
});

/** Reads a notebook. */
export const oneNotebook = jsonRoute({
  method: "GET",
  path: "/notebooks/:id",
  summary: "A notebook with its cells, what runs in it, and the sandbox layers around its cells",
  scopes: ["read"],
  params: notebookPath,
  answer: NotebookDetail,
  async run({ params: { id } }, { store, notebooks }) {
    const notebook = await needNotebook(store, id);
    const [running, sandboxLayers] = await Promise.all([notebooks.running(id), notebooks.sandboxLayers()]);
    return { notebook, running, sandboxLayers };
  },
});

/** Renames a notebook. */
export const renameNotebook = jsonRoute({
  method: "PATCH",
  path: "/notebooks/:id",
  summary: "Renames a notebook",
  scopes: ["write"],
  params: notebookPath,
  body: z.object({
    title: z.string().max(500),
    expectedTitle: z.string().optional().describe("refused if the current title differs"),
  }),
  answer: OneNotebook,
  run: async ({ params: { id }, body: { title, expectedTitle } }, { notebooks }) => ({
    notebook: await notebooks.rename(PAGE_CALLER, {
      notebookId: id,
      title,
      expectedTitle,
    }),
  }),
});

/** Ends the current run. */
export const interrupt = jsonRoute({
  method: "POST",
  path: "/notebooks/:id/interrupt",
  summary: "Ends the current run; variables are lost",
  scopes: ["write", "run"],
  params: notebookPath,
  answer: z.object({ interrupted: z.boolean().describe("false when nothing ran") }),
  async run({ params: { id } }, { notebooks }) {
    const { interrupted } = await notebooks.interrupt(PAGE_CALLER, id);
    return { interrupted };
  },
});

/** Ends the kernel. */
export const restart = jsonRoute({
  method: "POST",
  path: "/notebooks/:id/restart",
  summary: "Ends the kernel: the next run starts without variables",
  scopes: ["write", "run"],
  params: notebookPath,
  answer: OneNotebook,
  run: async ({ params: { id } }, { notebooks }) => ({
    notebook: await notebooks.restart(PAGE_CALLER, { notebookId: id }),
  }),
});
