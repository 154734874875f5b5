import { createAnthropic } from "@ai-sdk/anthropic";
import { createMCPClient } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport as StdioTransport } from "@ai-sdk/mcp/mcp-stdio";
import { isLoopFinished, jsonSchema, type ModelMessage, streamText, type ToolSet, tool as toolOf } from "ai";
import { maxTokens, model, type OpenTalk, serverFile, system, tool } from "./talk.ts";

/** Vercel's AI SDK: `streamText` with its tool loop. */
export const openTalk: OpenTalk = async (address, place) => {
  const anthropic = createAnthropic({ apiKey: "bench", baseURL: `${address}/v1` });
  const client =
    place === "server"
      ? await createMCPClient({
          transport: new StdioTransport({ command: process.execPath, args: [serverFile] }),
        })
      : undefined;
  // The two packages contain different versions of the tool type.
  const served = (await client?.tools()) as unknown as ToolSet | undefined;
  const tools = served ?? (place === "own" ? own : {});
  const messages: ModelMessage[] = [];
  return {
    async say(text, onText) {
      messages.push({ role: "user", content: text });
      const result = streamText({
        model: anthropic(model),
        instructions: system,
        messages,
        tools,
        maxOutputTokens: maxTokens,
        stopWhen: isLoopFinished(),
      });
      for await (const part of result.stream) {
        if (part.type === "text-delta") onText(part.text);
        if (part.type === "error") throw part.error;
      }
      messages.push(...(await result.responseMessages));
    },
    async close() {
      await client?.close();
    },
  };
};

const own: ToolSet = {
  [tool.name]: toolOf({
    description: tool.description,
    inputSchema: jsonSchema<{ thought: string }>(structuredClone(tool.schema) as never),
    execute: async () => tool.answer,
  }),
};
