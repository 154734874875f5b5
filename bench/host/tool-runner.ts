import Anthropic from "@anthropic-ai/sdk";
import { betaTool } from "@anthropic-ai/sdk/helpers/beta/json-schema";
import { mcpTools } from "@anthropic-ai/sdk/helpers/beta/mcp";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { maxTokens, model, type OpenTalk, serverFile, system, tool } from "./talk.ts";

/** The tool runner of Anthropic's own client, with the official MCP client for servers. */
export const openTalk: OpenTalk = async (address, place) => {
  const anthropic = new Anthropic({ apiKey: "bench", baseURL: address });
  const client = place === "server" ? await connect() : undefined;
  const tools = client ? await toolsOf(client) : place === "own" ? [own] : [];
  const messages: Anthropic.Beta.BetaMessageParam[] = [];
  return {
    async say(text, onText) {
      messages.push({ role: "user", content: text });
      const runner = anthropic.beta.messages.toolRunner({
        model,
        max_tokens: maxTokens,
        system,
        messages,
        tools,
        stream: true,
        // By default the service keeps the history; here every contender sends all of it.
        thread: false,
      });
      let last: Anthropic.Beta.BetaMessage | undefined;
      for await (const stream of runner) {
        for await (const event of stream)
          if (event.type === "content_block_delta" && event.delta.type === "text_delta")
            onText(event.delta.text);
        last = await stream.finalMessage();
      }
      messages.splice(0, messages.length, ...runner.params.messages);
      if (last && messages.at(-1)?.role === "user")
        messages.push({ role: "assistant", content: last.content });
    },
    async close() {
      await client?.close();
    },
  };
};

const own = betaTool({
  name: tool.name,
  description: tool.description,
  inputSchema: tool.schema,
  run: () => tool.answer,
});

async function connect(): Promise<Client> {
  const client = new Client({ name: "bench", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [serverFile] }));
  return client;
}

async function toolsOf(client: Client) {
  const { tools } = await client.listTools();
  return mcpTools(tools, client as never);
}
