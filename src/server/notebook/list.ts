import * as z from "zod";
import { defineNotebookOperation } from "./operation.ts";
import { summaryView } from "./views.ts";

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
