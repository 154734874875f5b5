import type * as z from "zod";
import type { Aliases } from "../../ledger/index.ts";
import type { ToolContext } from "../../mcp/define.ts";
import type { Observer } from "./observer.ts";

/** What an operation gets besides its arguments. */
export interface ObservingContext extends Pick<ToolContext, "sessions" | "progress" | "caller"> {
  readonly observer: Observer;
}

/** An operation of the observability gateway: one file, one value, like a tool. */
export interface ObservingOperation<I extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  /** Its arguments, for the tool's description. */
  readonly summary: string;
  readonly input: I;
  readonly aliases?: Aliases;
  /** Example arguments. */
  readonly example: z.input<I>;
  run(input: Partial<z.output<I>>, context: ObservingContext): Promise<Readonly<Record<string, unknown>>>;
}

/** Checks an operation's types; changes nothing. */
export function defineObserving<I extends z.ZodObject>(operation: ObservingOperation<I>): ObservingOperation {
  return operation as unknown as ObservingOperation;
}
