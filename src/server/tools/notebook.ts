import * as z from "zod";
import { defineTool } from "../../mcp/define.ts";
import { clientKey, handleKey } from "../../sessions/index.ts";
import { argumentsLine } from "../notebook/arguments.ts";
import { callNotebook } from "../notebook/call.ts";
import { notebookOperations } from "../notebook/operations.ts";
import { operationArgs, sessionArgument } from "../operation-args.ts";

const operations = notebookOperations.map((one) => `${one.name} ${argumentsLine(one)}`.trimEnd());

/** The `notebook` tool: Markdown and code cells that run in a sandbox and share variables. */
export const notebook = defineTool({
  name: "notebook",
  title: "Notebook",
  description: `Notebooks of Markdown and of JavaScript or TypeScript that runs sandboxed: no network, no files but its own. Variables persist between cells. Operations and their args (send the notebookId from create; a cellId may be a filename; cellType is code, markdown or title):\n${operations.join("\n")}\nMore: thoughtbox://notebook/operations`,
  effect: "append",
  openWorld: true,
  input: z.object({
    operation: z.enum(notebookOperations.map(({ name }) => name) as [string, ...string[]]),
    args: operationArgs(
      notebookOperations.map(({ input }) => input),
      ["notebookId", "title", "cellId", "cellType", "content", "filename"],
    ),
  }),
  output: z.looseObject({}),
  aliases: { operation: ["action"], args: ["arguments", "params"] },
  gathers: "args",
  examples: [
    {
      title: "From a template",
      input: { operation: "create", args: { title: "Why is it slow?", template: "bug-hunt" } },
    },
    {
      title: "A code cell",
      input: {
        operation: "add_cell",
        args: { cellType: "code", filename: "sum.ts", content: "[1, 2, 3].reduce((a, b) => a + b)" },
      },
    },
    { title: "Run it", input: { operation: "run_cell", args: { cellId: "sum.ts" } } },
    { title: "The cells", input: { operation: "list_cells" } },
  ],
  async run({ operation = "", args = {} }, context) {
    const { handle, idempotency } = context.caller.author(sessionArgument(args));
    const caller = { handle: handleKey(handle), client: clientKey(handle), idempotency };
    return callNotebook(operation, args, context, caller);
  },
});
