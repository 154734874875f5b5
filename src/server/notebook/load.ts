import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import { defineNotebookOperation } from "./operation.ts";
import { newNotebookView } from "./views.ts";

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
