import * as z from "zod";
import { argument } from "./arguments.ts";
import { defineNotebookOperation } from "./operation.ts";
import { shownNotebook } from "./shown.ts";

/** Ends the kernel. */
export const restart = defineNotebookOperation({
  name: "restart",
  summary: "Ends the kernel: the next run begins without variables, and with the hosts of allowNet if given",
  input: z.object({ notebookId: argument.notebookId, allowNet: argument.allowNet }),
  example: {},
  async run({ notebookId, allowNet }, { notebooks, desk }) {
    const wanted = { ...(notebookId !== undefined && { notebookId }), ...(allowNet && { allowNet }) };
    return shownNotebook(await notebooks.restart(desk, wanted));
  },
});
