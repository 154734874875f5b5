import * as z from "zod";
import { argument } from "./arguments.ts";
import { defineNotebookOperation } from "./operation.ts";
import { notebookView } from "./views.ts";

/** Restarts the kernel. */
export const restart = defineNotebookOperation({
  name: "restart",
  summary: "Restarts the kernel: variables are lost; allowNet, if given, sets the hosts that cells may reach",
  input: z.object({ notebookId: argument.notebookId, allowNet: argument.allowNet }),
  example: {},
  run: async (input, { notebooks, caller }) => notebookView(await notebooks.restart(caller, input)),
});
