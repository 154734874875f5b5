import * as z from "zod";
import { argument } from "./arguments.ts";
import { followed } from "./follow.ts";
import { defineNotebookOperation } from "./operation.ts";

/** Installs npm packages for a notebook. */
export const installDeps = defineNotebookOperation({
  name: "install_deps",
  summary: "Installs npm packages in exact versions, without running their scripts; cells can import them",
  input: z.object({
    notebookId: argument.notebookId,
    dependencies: z
      .array(z.string())
      .optional()
      .describe("Names, with versions or tags if wanted; by default those of the notebook's package.json"),
  }),
  example: { dependencies: ["lodash", "date-fns"] },
  async run({ notebookId, dependencies = [] }, { notebooks, desk, progress }) {
    const wanted = {
      dependencies: dependencies.flatMap((one) => one.split(/\s+/)).filter((one) => one !== ""),
      ...(notebookId !== undefined && { notebookId }),
    };
    return followed(progress, (run) => notebooks.install(desk, wanted, run));
  },
});
