import { contentOf, streamedOf, wholeOf } from "./content.ts";
import type { Reply, RequestBody } from "./reply.ts";

/** The usage of a turn: from the reply, else about one token per four characters, at least one. */
export function usageOf(reply: Reply, body: RequestBody) {
  const texts = contentOf(reply).map((block) => wholeOf(streamedOf(block)));
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = reply.usage ?? {};
  return {
    inputTokens: inputTokens ?? tokens(JSON.stringify([body.system, body.tools, body.messages])),
    outputTokens: outputTokens ?? tokens(texts.join("")),
    cacheReadTokens,
    cacheWriteTokens,
  };
}

function tokens(text: string): number {
  return Math.max(1, Math.ceil(text.length / 4));
}
