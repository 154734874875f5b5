import type * as z from "zod";
import type { Answer, ToolContext } from "../../mcp/define.ts";
import type { Desk } from "../../notebook/notebooks.ts";

/** What an operation on notebooks is given besides its arguments. */
export interface NotebookContext extends ToolContext {
  readonly desk: Desk;
}

/** An operation on notebooks, the same behind every door: one file, one value, as a tool is. */
export interface NotebookOperation<I extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  /** What it does, in one sentence for the catalogue of operations. */
  readonly summary: string;
  readonly input: I;
  readonly example: z.input<I>;
  /** The arguments are those of the schema: what was missing or makes no sense has been refused. */
  run(input: z.output<I>, context: NotebookContext): Promise<object | Answer<object>>;
}

/** Checks an operation's types; changes nothing. */
export function defineNotebookOperation<I extends z.ZodObject>(
  operation: NotebookOperation<I>,
): NotebookOperation {
  return operation as unknown as NotebookOperation;
}
