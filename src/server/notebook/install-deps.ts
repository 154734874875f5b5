import * as z from "zod";
import { argument } from "./arguments.ts";
import { followRun } from "./follow-run.ts";
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
      .describe("Names, optionally with versions or tags; by default those of the notebook's package.json"),
  }),
  example: { dependencies: ["lodash", "date-fns"] },
  async run({ notebookId, dependencies = [] }, { notebooks, caller, progress }) {
    const packages = dependencies.flatMap((one) => one.split(/\s+/)).filter((one) => one !== "");
    return followRun(progress, (observer) =>
      notebooks.install(caller, { notebookId, dependencies: packages }, observer),
    );
  },
});
