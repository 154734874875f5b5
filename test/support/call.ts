import type { Client } from "@modelcontextprotocol/client";

/** What a tool answered. */
export interface Told {
  readonly isError: boolean;
  /** The first content block, as text. */
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>> | undefined;
  readonly content: readonly Readonly<Record<string, unknown>>[];
  readonly meta: Readonly<Record<string, unknown>>;
}

/** Calls a tool through a client. */
export async function call(
  client: Client,
  name: string,
  given: Readonly<Record<string, unknown>> = {},
  meta?: Readonly<Record<string, unknown>>,
): Promise<Told> {
  const result = await client.callTool({
    name,
    arguments: { ...given },
    ...(meta && { _meta: { ...meta } }),
  });
  const content = result.content as unknown as Told["content"];
  return {
    isError: result.isError === true,
    text: String(content[0]?.text),
    structured: result.structuredContent as Told["structured"],
    content,
    meta: result._meta ?? {},
  };
}

/** Calls a tool that must succeed, and gives the answer as structured content. */
export async function answerOf(
  client: Client,
  name: string,
  given: Readonly<Record<string, unknown>> = {},
  meta?: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const told = await call(client, name, given, meta);
  if (told.isError || told.structured === undefined) throw new Error(`${name} refused: ${told.text}`);
  return told.structured;
}

let used = 0;

/** A handle that no other test has used. */
export const unusedHandle = (): string => `handle-${++used}`;
