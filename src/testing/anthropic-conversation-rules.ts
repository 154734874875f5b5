import { claudeModel } from "./anthropic-models.ts";
import type { RequestBody } from "./reply.ts";
import type { Refusal } from "./wire-format.ts";

/** The error of the Messages API for an invalid request. */
export function invalid(message: string): Refusal {
  return { status: 400, type: "invalid_request_error", message };
}

/** One block of a message in the Messages API. */
export interface WireBlock {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The blocks of a message; a bare string is one text. */
export function blocksOf(content: unknown): readonly WireBlock[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content : [];
}

/** Whether a user message answers tool calls, instead of starting a new turn. */
export function answersTools(content: unknown): boolean {
  return blocksOf(content).some(({ type }) => type === "tool_result");
}

/** Checks the roles, empty messages and tool results of a conversation. */
export function refuseConversation(body: RequestBody): Refusal | undefined {
  const messages = body.messages ?? [];
  if (messages.length === 0) return invalid("messages: at least one message is required");
  const unknownRole = messages.findIndex(({ role }) => role !== "user" && role !== "assistant");
  if (unknownRole !== -1)
    return invalid(`messages.${unknownRole}.role: Input should be 'user' or 'assistant'`);
  if (messages[0]?.role !== "user") return invalid('messages: first message must use the "user" role');
  if (messages.at(-1)?.role === "assistant" && !claudeModel(String(body.model)).prefill)
    return invalid(
      "This model does not support assistant message prefill. The conversation must end with a user message.",
    );
  return refuseEmpty(messages) ?? refuseToolOrder(merged(messages));
}

function refuseEmpty(messages: NonNullable<RequestBody["messages"]>): Refusal | undefined {
  for (const [index, { role, content }] of messages.entries()) {
    const blocks = blocksOf(content);
    const last = index === messages.length - 1;
    if ((blocks.length === 0 || content === "") && !(last && role === "assistant"))
      return invalid(
        `messages.${index}: all messages must have non-empty content except for the optional final assistant message`,
      );
    if (blocks.some(({ type, text }) => type === "text" && text === "") && content !== "")
      return invalid("messages: text content blocks must be non-empty");
  }
}

interface Merged {
  /** The index of its first message in the request. */
  readonly index: number;
  readonly role: string;
  readonly blocks: readonly WireBlock[];
}

/** The service merges consecutive messages of one role. */
function merged(messages: NonNullable<RequestBody["messages"]>): readonly Merged[] {
  const list: Merged[] = [];
  for (const [index, { role, content }] of messages.entries()) {
    const before = list.at(-1);
    const blocks = blocksOf(content);
    if (before?.role === role) list[list.length - 1] = { ...before, blocks: [...before.blocks, ...blocks] };
    else list.push({ index, role, blocks });
  }
  return list;
}

function refuseToolOrder(messages: readonly Merged[]): Refusal | undefined {
  for (const [position, { index, role, blocks }] of messages.entries()) {
    const refusal =
      role === "user"
        ? refuseStrayResults(index, blocks, messages[position - 1]?.blocks ?? [])
        : refuseOpenCalls(index, blocks, messages[position + 1]?.blocks ?? []);
    if (refusal !== undefined) return refusal;
  }
}

function refuseStrayResults(index: number, blocks: readonly WireBlock[], before: readonly WireBlock[]) {
  const calls = before.filter(({ type }) => type === "tool_use").map(({ id }) => id);
  const seen = new Set<unknown>();
  for (const [blockIndex, { type, tool_use_id: id }] of blocks.entries()) {
    if (type !== "tool_result") continue;
    if (!calls.includes(id))
      return invalid(
        `messages.${index}.content.${blockIndex}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
      );
    if (seen.has(id))
      return invalid(
        `messages.${index}.content.${blockIndex}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`,
      );
    seen.add(id);
  }
}

/** Tool results must come first in the answering message. */
function refuseOpenCalls(index: number, blocks: readonly WireBlock[], after: readonly WireBlock[]) {
  const first = after.findIndex(({ type }) => type !== "tool_result");
  const results = (first === -1 ? after : after.slice(0, first)).map(({ tool_use_id: id }) => id);
  const open = blocks
    .filter(({ type, id }) => type === "tool_use" && !results.includes(id))
    .map(({ id }) => id);
  if (open.length > 0)
    return invalid(
      `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
    );
}
