import { answersTools, blocksOf, invalid, type WireBlock } from "./anthropic-conversation-rules.ts";
import { type ClaudeModel, claudeModel } from "./anthropic-models.ts";
import type { RequestBody } from "./reply.ts";
import { prefixOf, type Signed, verify } from "./thinking-signature.ts";
import type { Refusal } from "./wire-format.ts";

/** How many thinking blocks the server sent with a tool call, by the id of the call. */
export type Issued = ReadonlyMap<string, number>;

/** The `thinking` parameter of a request. */
export interface ThinkingRequest {
  readonly type?: string;
  readonly budget_tokens?: number;
  readonly display?: string | null;
}

/** Whether the model thinks on this request. */
export function thinks(body: RequestBody): boolean {
  const type = (body.thinking as ThinkingRequest | undefined)?.type;
  if (type === undefined) return claudeModel(String(body.model)).thinksByDefault;
  return type === "enabled" || type === "adaptive";
}

/** Whether a block is thinking, visible or redacted. */
function isThinking({ type }: WireBlock): boolean {
  return type === "thinking" || type === "redacted_thinking";
}

/** Checks the `thinking` parameter and the thinking blocks that were sent back. */
export function refuseThinking(body: RequestBody, issued: Issued): Refusal | undefined {
  const model = claudeModel(String(body.model));
  return refuseParameter(body, model) ?? refuseBlocks(body, model) ?? refuseMissing(body, issued);
}

function refuseParameter(body: RequestBody, model: ClaudeModel): Refusal | undefined {
  const parameter = body.thinking as ThinkingRequest | undefined;
  if (parameter === undefined) return;
  if (!(model.thinking as readonly string[]).includes(String(parameter.type))) {
    const instead = model.thinking.includes("adaptive")
      ? 'Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.'
      : `It accepts ${model.thinking.map((type) => `"thinking.type.${type}"`).join(", ")}.`;
    return invalid(`"thinking.type.${parameter.type}" is not supported for this model. ${instead}`);
  }
  const budget = parameter.budget_tokens;
  if (parameter.type !== "enabled")
    return budget === undefined
      ? undefined
      : invalid(`thinking.${parameter.type}.budget_tokens: Extra inputs are not permitted`);
  if (budget === undefined) return invalid("thinking.enabled.budget_tokens: Field required");
  if (budget < 1024)
    return invalid("thinking.enabled.budget_tokens: Input should be greater than or equal to 1024");
  if (budget >= Number(body.max_tokens))
    return invalid("`max_tokens` must be greater than `thinking.budget_tokens`");
}

/** Every block must be signed by the server and unchanged; for some models it is also bound to its conversation. */
function refuseBlocks(body: RequestBody, model: ClaudeModel): Refusal | undefined {
  for (const [index, message] of (body.messages ?? []).entries()) {
    if (message.role !== "assistant") continue;
    for (const [blockIndex, block] of blocksOf(message.content).entries()) {
      if (!isThinking(block)) continue;
      const path = `messages.${index}.content.${blockIndex}`;
      const signed = signedOf(block);
      // A newer model ignores the thinking of another model; an older one refuses its signature.
      const foreign = signed !== undefined && signed.model !== body.model;
      if (foreign && model.bindsThinking) continue;
      if (signed === undefined || foreign)
        return invalid(`${path}: Invalid \`signature\` in \`thinking\` block`);
      const prefix = prefixOf(body.system, body.tools, (body.messages ?? []).slice(0, index));
      if (model.bindsThinking && signed.prefix !== prefix)
        return invalid(
          `${path}: Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation. Remove the block, or send what came before it as it was.`,
        );
    }
  }
}

/** After tool results, the thinking of the current turn must be complete and in place. */
function refuseMissing(body: RequestBody, issued: Issued): Refusal | undefined {
  if (!thinks(body)) return;
  const messages = body.messages ?? [];
  const begin = messages.findLastIndex(({ role, content }) => role === "user" && !answersTools(content));
  const turn = messages.map((message, index) => ({ ...message, index })).slice(begin + 1);
  const answers = turn.filter(({ role }) => role === "assistant");
  for (const { index, content } of answers) {
    const blocks = blocksOf(content);
    const own = blocks.flatMap((block, at) => (isThinking(block) ? [{ at, signed: signedOf(block) }] : []));
    if (own.some(({ signed }) => signed !== undefined && signed.model !== body.model)) continue;
    const call = blocks.find(({ type }) => type === "tool_use");
    const expected = own[0]?.signed?.of ?? issued.get(String(call?.id)) ?? 0;
    const place = own.find(({ at, signed }) => at !== signed?.at)?.at ?? 0;
    if (own.length === 0 && expected > 0) return missing(index, blocks[0]?.type);
    if (own.length !== expected || own.some(({ at, signed }) => at !== signed?.at))
      return invalid(
        `messages.${index}.content.${place}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`,
      );
  }
  const first = answers[0];
  const manual = (body.thinking as ThinkingRequest | undefined)?.type === "enabled";
  const opening = blocksOf(first?.content)[0];
  if (manual && first !== undefined && turn.length > 1 && opening !== undefined && !isThinking(opening))
    return missing(first.index, opening.type);
}

function missing(index: number, found: string | undefined): Refusal {
  return invalid(
    `messages.${index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${found}\`. When \`thinking\` is enabled, the assistant message before tool results must start with its thinking block.`,
  );
}

function signedOf(block: WireBlock): Signed | undefined {
  return block.type === "redacted_thinking"
    ? verify(block.data, "")
    : verify(block.signature, String(block.thinking));
}
