import * as z from "zod";
import type { Language } from "../../notebook/notebook.ts";
import { TemplateName } from "../../notebook/template.ts";
import { argument, choose } from "./arguments.ts";
import { defineNotebookOperation } from "./operation.ts";
import { newNotebookView } from "./views.ts";

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
