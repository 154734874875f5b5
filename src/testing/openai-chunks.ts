import { contentOf, piecesOf, streamedOf, wholeOf } from "./content.ts";
import type { Block, Piece, Reply, RequestBody } from "./reply.ts";
import { usageOf } from "./usage.ts";

/** A fixed time: a test must not depend on when it runs. */
const CREATED = 1_790_000_000;

/** A chat completion as one object. */
export function completion(reply: Reply, body: RequestBody, id: string) {
  const blocks = contentOf(reply);
  const textsOf = (type: "text" | "thinking") =>
    blocks.filter((block) => block.type === type).map((block) => wholeOf(streamedOf(block)));
  const calls = callsOf(blocks, id);
  const message = {
    role: "assistant",
    content: textsOf("text").length === 0 ? null : textsOf("text").join(""),
    refusal: null,
    reasoning_content: textsOf("thinking").length === 0 ? undefined : textsOf("thinking").join(""),
    tool_calls: calls.length === 0 ? undefined : calls.map(({ call }) => call),
  };
  return {
    id,
    object: "chat.completion",
    created: CREATED,
    model: reply.model ?? body.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finish(reply) }],
    usage: usage(reply, body),
  };
}

/** The chunks that stream the content of an answer. */
export function contentChunks(reply: Reply, body: RequestBody, id: string): readonly Piece[] {
  const chunk = (delta: Readonly<Record<string, unknown>>) => data(chunkOf(reply, body, id, delta, null));
  const blocks = contentOf(reply);
  const calls = callsOf(blocks, id);
  return [
    chunk({ role: "assistant", content: "", refusal: null }),
    ...blocks.flatMap((block) => {
      const call = calls.find(({ block: own }) => own === block);
      const opened =
        call === undefined
          ? []
          : [
              chunk({
                tool_calls: [
                  {
                    index: call.index,
                    ...call.call,
                    function: { name: call.call.function.name, arguments: "" },
                  },
                ],
              }),
            ];
      const deltas = piecesOf(streamedOf(block)).map((piece) => {
        if (typeof piece !== "string") return piece;
        if (call !== undefined)
          return chunk({ tool_calls: [{ index: call.index, function: { arguments: piece } }] });
        return chunk(block.type === "thinking" ? { reasoning_content: piece } : { content: piece });
      });
      return [...opened, ...deltas];
    }),
  ];
}

/** The chunks that end a stream. */
export function endChunks(reply: Reply, body: RequestBody, id: string): readonly Piece[] {
  const last = chunkOf(reply, body, id, {}, finish(reply));
  const counted = { ...last, choices: [], usage: usage(reply, body) };
  return [data(last), ...(wantsUsage(body) ? [data(counted)] : []), "data: [DONE]\n\n"];
}

/** One server-sent event without a name. */
export function data(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

function chunkOf(reply: Reply, body: RequestBody, id: string, delta: unknown, finish_reason: string | null) {
  return {
    id,
    object: "chat.completion.chunk",
    created: CREATED,
    model: reply.model ?? body.model,
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
    ...(wantsUsage(body) ? { usage: null } : {}),
  };
}

function wantsUsage(body: RequestBody): boolean {
  return (body.stream_options as { include_usage?: boolean } | undefined)?.include_usage === true;
}

function callsOf(blocks: readonly Block[], id: string) {
  return blocks
    .filter((block) => block.type === "tool_call")
    .map((block, index) => {
      const own = block.id ?? `call_${id.replace(/\W/g, "_")}_${index}`;
      const args = wholeOf(streamedOf(block));
      return {
        block,
        index,
        call: { id: own, type: "function", function: { name: block.name, arguments: args } },
      };
    });
}

function finish(reply: Reply): string {
  return reply.stop ?? (contentOf(reply).some(({ type }) => type === "tool_call") ? "tool_calls" : "stop");
}

function usage(reply: Reply, body: RequestBody) {
  const { inputTokens, outputTokens, cacheReadTokens } = usageOf(reply, body);
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cacheReadTokens },
  };
}
