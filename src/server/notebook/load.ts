import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import { defineNotebookOperation } from "./operation.ts";
import { shownNew } from "./shown.ts";

/** Makes a notebook from a `.src.md` file or its text. */
export const load = defineNotebookOperation({
  name: "load",
  summary: "Makes a notebook from a .src.md file, or from its text",
  input: z.object({
    path: z.string().optional().describe("A file in the data home or the bound root"),
    content: z.string().optional().describe("The text of such a file, in place of a path"),
  }),
  example: { path: "notebooks/analysis.src.md" },
  async run({ path, content }, { notebooks, desk }) {
    if (path === undefined && !content?.trim())
      throw new Failure("INVALID_ARGUMENT", {
        problem: "load needs path, a .src.md file, or content, the text of one.",
      });
    return shownNew(await notebooks.load(desk, path === undefined ? { content: content! } : { path }), desk);
  },
});
