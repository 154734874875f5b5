import { maxTokens, model, type OpenTalk, system, tool } from "./talk.ts";

interface Block {
  readonly type: string;
  readonly id?: string;
}

/** The same requests by `fetch`, with minimal parsing: the time of the model and the network. */
export const openTalk: OpenTalk = async (address) => {
  const messages: object[] = [];
  return {
    async say(text, onText) {
      messages.push({ role: "user", content: text });
      for (;;) {
        const answer = await post(address, messages, onText);
        const call = /"content_block":(\{"type":"tool_use".*?\})\}\n/.exec(answer)?.[1];
        if (call === undefined) return void messages.push({ role: "assistant", content: "Done." });
        const { id } = JSON.parse(call) as Block;
        const json = /"partial_json":("(?:[^"\\]|\\.)*")/.exec(answer)?.[1] ?? '"{}"';
        messages.push({
          role: "assistant",
          content: [{ type: "tool_use", id, name: tool.name, input: JSON.parse(JSON.parse(json)) }],
        });
        messages.push({
          role: "user",
          content: [{ type: "tool_result", tool_use_id: id, content: tool.answer }],
        });
      }
    },
    async close() {},
  };
};

async function post(
  address: string,
  messages: readonly object[],
  onText: (piece: string) => void,
): Promise<string> {
  const specified = { name: tool.name, description: tool.description, input_schema: tool.schema };
  const response = await fetch(`${address}/v1/messages`, {
    method: "POST",
    headers: { "x-api-key": "bench", "anthropic-version": "2023-06-01", "content-type": "application/json" },
    body: JSON.stringify({
      model,
      max_tokens: maxTokens,
      stream: true,
      system,
      tools: [specified],
      messages,
    }),
  });
  let whole = "";
  const decoder = new TextDecoder();
  for await (const bytes of response.body!) {
    const read = decoder.decode(bytes, { stream: true });
    for (let from = read.indexOf("text_delta"); from !== -1; from = read.indexOf("text_delta", from + 1))
      onText("");
    whole += read;
  }
  if (!response.ok) throw new Error(whole);
  return whole;
}

/** The model's answer to one message, as text. */
export async function ask(address: string, text: string): Promise<string> {
  const whole = await post(address, [{ role: "user", content: text }], () => {});
  const pieces = [...whole.matchAll(/"type":"text_delta","text":("(?:[^"\\]|\\.)*")/g)];
  return pieces.map(([, json]) => JSON.parse(json!) as string).join("");
}
