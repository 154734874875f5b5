import type * as z from "zod";
import type { Aliases } from "../../ledger/index.ts";
import type { Answer, ToolContext } from "../../mcp/define.ts";
import type { Author, Location } from "../../sessions/index.ts";

/** What an operation gets besides its arguments. */
export interface OperationContext extends ToolContext {
  readonly author: Author;
  /** The caller's session and location; there is a session from stage 1 on. */
  readonly location: Location;
}

/** An operation of the gateway: a value, like a tool. */
export interface Operation<I extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  /** One line for the tool's description. */
  readonly summary: string;
  /** Whether it works without a handle, because it needs no session, location or root. */
  readonly placeless?: boolean;
  /** The stage it requires. */
  readonly stage: 0 | 1 | 2;
  readonly input: I;
  readonly aliases?: Aliases;
  readonly example: z.input<I>;
  run(input: Partial<z.output<I>>, context: OperationContext): Promise<object | Answer<object>>;
}

/** Checks an operation's types; changes nothing. */
export function defineOperation<I extends z.ZodObject>(operation: Operation<I>): Operation {
  return operation as unknown as Operation;
}
