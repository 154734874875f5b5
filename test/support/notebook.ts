import type { Client } from "@modelcontextprotocol/client";
import { type CallResult, call } from "./call.ts";

type Args = Readonly<Record<string, unknown>>;

/** Calls one operation of the tool `notebook`. */
export function notebook(client: Client, operation: string, args?: Args): Promise<CallResult> {
  return call(client, "notebook", { operation, ...(args && { args }) });
}

/** The same, and it must succeed. */
export async function noted(client: Client, operation: string, args?: Args) {
  const result = await notebook(client, operation, args);
  if (result.isError) throw new Error(`${operation} refused: ${result.text}`);
  // biome-ignore lint/suspicious/noExplicitAny: what an operation answers is checked by the tests themselves.
  return result.structured as Record<string, any>;
}

/** Adds a code cell to the current notebook and runs it. */
export async function runCode(client: Client, content: string, more: Args = {}): Promise<CallResult> {
  const { cellId } = await noted(client, "add_cell", { cellType: "code", content });
  return notebook(client, "run_cell", { cellId, ...more });
}
