import { contentOf, spokenOf, wholeOf } from "./content.ts";
import type { Reply, RequestBody } from "./reply.ts";

/** What a turn costs: what the reply says, and else about a token for four characters, at least one. */
export function usageOf(reply: Reply, body: RequestBody) {
  const said = contentOf(reply).map((block) => wholeOf(spokenOf(block)));
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = reply.usage ?? {};
  return {
    inputTokens: inputTokens ?? tokens(JSON.stringify([body.system, body.tools, body.messages])),
    outputTokens: outputTokens ?? tokens(said.join("")),
    cacheReadTokens,
    cacheWriteTokens,
  };
}

function tokens(text: string): number {
  return Math.max(1, Math.ceil(text.length / 4));
}
