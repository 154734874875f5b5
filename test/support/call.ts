import type { Client } from "@modelcontextprotocol/client";

/** A tool's answer. */
export interface CallResult {
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
  args: Readonly<Record<string, unknown>> = {},
  meta?: Readonly<Record<string, unknown>>,
): Promise<CallResult> {
  const result = await client.callTool({
    name,
    arguments: { ...args },
    ...(meta && { _meta: { ...meta } }),
  });
  const content = result.content as unknown as CallResult["content"];
  return {
    isError: result.isError === true,
    text: String(content[0]?.text),
    structured: result.structuredContent as CallResult["structured"],
    content,
    meta: result._meta ?? {},
  };
}

/** Calls a tool that must succeed and returns its structured content. */
export async function answerOf(
  client: Client,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
  meta?: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await call(client, name, args, meta);
  if (answer.isError || answer.structured === undefined) throw new Error(`${name} refused: ${answer.text}`);
  return answer.structured;
}

let used = 0;

/** A handle that no other test has used. */
export const unusedHandle = (): string => `handle-${++used}`;
