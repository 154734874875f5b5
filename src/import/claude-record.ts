import { asksPerson } from "./decision.ts";
import { readThinkingCall, type ThinkingCall } from "./thinking-tool.ts";
import { type JsonObject, listOf, objectOf, textOf } from "./value.ts";

/** A part of a record that becomes a thought. */
export interface Piece {
  readonly key: string;
  readonly kind: "reasoning" | "prose" | "tool";
  readonly content: string;
  readonly call?: ThinkingCall;
}

/** A tool call in a record. */
export interface ToolUse {
  readonly id: string | undefined;
  readonly name: string;
  readonly input: unknown;
  readonly asks: boolean;
}

/** A tool's result in a record. */
export interface ToolResult {
  readonly id: string | undefined;
  readonly failed: boolean;
  readonly content: unknown;
}

/** The blocks of one message that matter. */
export interface Blocks {
  readonly pieces: readonly Piece[];
  readonly uses: readonly ToolUse[];
  readonly results: readonly ToolResult[];
  /** Reasoning without readable text. */
  readonly hidden: number;
  /** Text of the user. */
  readonly said: string | undefined;
}

/** What Claude Code writes for a message without text. */
const PLACEHOLDER = "(no content)";

/** Reads the content blocks of a message in the format of Anthropic's API. `id` is the record's. */
export function readBlocks(id: string, role: "user" | "assistant", content: unknown): Blocks {
  const pieces: Piece[] = [];
  const uses: ToolUse[] = [];
  const results: ToolResult[] = [];
  const said: string[] = [];
  let hidden = 0;
  const blocks: readonly unknown[] =
    typeof content === "string" ? [{ type: "text", text: content }] : listOf(content);
  for (const [index, entry] of blocks.entries()) {
    const block = objectOf(entry);
    const key = `${id}:${index}`;
    switch (block.type) {
      case "text": {
        const text = textOf(block.text);
        if (text === undefined || text.trim() === PLACEHOLDER) break;
        if (role === "user") said.push(text);
        else pieces.push({ key, kind: "prose", content: text });
        break;
      }
      case "thinking": {
        const text = textOf(block.thinking) ?? textOf(block.text);
        if (role !== "assistant") break;
        if (text === undefined) hidden++;
        else pieces.push({ key, kind: "reasoning", content: text });
        break;
      }
      case "redacted_thinking":
        hidden++;
        break;
      case "tool_use": {
        if (role !== "assistant") break;
        const name = textOf(block.name) ?? "unknown";
        const call = readThinkingCall(name, block.input);
        if (call) pieces.push({ key, kind: "tool", content: call.content, call });
        else uses.push({ id: textOf(block.id), name, input: block.input, asks: asksPerson(name) });
        break;
      }
      case "tool_result":
        results.push({
          id: textOf(block.tool_use_id),
          failed: block.is_error === true,
          content: block.content,
        });
        break;
    }
  }
  return { pieces, uses, results, hidden, said: textOf(said.join("\n")) };
}

/** Whether a record of Claude Code has a message of the person or the model, rather than one that the program inserted. */
export function isSpoken(record: JsonObject): boolean {
  if (record.type !== "user" && record.type !== "assistant") return false;
  if (record.isMeta === true || record.isCompactSummary === true || record.isApiErrorMessage === true)
    return false;
  return objectOf(record.message).model !== "<synthetic>";
}

/** A prompt that a person typed, without the wrappers of commands and reminders. */
export function promptOf(said: string | undefined): string | undefined {
  const text = textOf(said);
  if (
    text === undefined ||
    /^\s*(<|Caveat:|\[Request interrupted|This session is being continued)/.test(text)
  )
    return undefined;
  return text.trim();
}
