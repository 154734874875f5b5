import type * as z from "zod";
import type { Answer, ToolContext } from "../../mcp/define.ts";
import type { NotebookCaller } from "../../notebook/notebooks.ts";

/** What an operation on notebooks gets besides its arguments. */
export interface NotebookContext extends Pick<ToolContext, "notebooks" | "progress"> {
  readonly caller: NotebookCaller;
}

/** An operation on notebooks, the same for every tool that offers it. */
export interface NotebookOperation<I extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  /** One sentence for the list of operations. */
  readonly summary: string;
  readonly input: I;
  readonly example: z.input<I>;
  /** The input has been checked against the schema. */
  run(input: z.output<I>, context: NotebookContext): Promise<object | Answer<object>>;
}

/** Checks an operation's types. */
export function defineNotebookOperation<I extends z.ZodObject>(
  operation: NotebookOperation<I>,
): NotebookOperation {
  return operation as unknown as NotebookOperation;
}
