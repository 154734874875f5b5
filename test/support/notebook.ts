import type { Client } from "@modelcontextprotocol/client";
import { call, type Told } from "./call.ts";

type Args = Readonly<Record<string, unknown>>;

/** Calls one operation of the tool `notebook`. */
export function notebook(client: Client, operation: string, args?: Args): Promise<Told> {
  return call(client, "notebook", { operation, ...(args && { args }) });
}

/** The same, and it must succeed. */
export async function noted(client: Client, operation: string, args?: Args) {
  const told = await notebook(client, operation, args);
  if (told.isError) throw new Error(`${operation} refused: ${told.text}`);
  // biome-ignore lint/suspicious/noExplicitAny: what an operation answers is checked by the tests themselves.
  return told.structured as Record<string, any>;
}

/** Adds a code cell to the notebook at hand and runs it. */
export async function runCode(client: Client, content: string, more: Args = {}): Promise<Told> {
  const { cellId } = await noted(client, "add_cell", { cellType: "code", content });
  return notebook(client, "run_cell", { cellId, ...more });
}
