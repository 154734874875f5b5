import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { joined } from "../../test/support/mcp-cluster.ts";
import { sharedMemoryPeers } from "../../test/support/shared-memory-peers.ts";
import { defineTool } from "./define.ts";
import { createHttpEndpoint } from "./http/endpoint.ts";
import type { View } from "./run-tool.ts";
import { createServerFactory } from "./serve.ts";

const ask = defineTool({
  name: "ask",
  title: "Ask",
  description: "Asks the client for its folders and its model.",
  effect: "read",
  input: z.object({}),
  output: z.object({ answers: z.array(z.string()) }),
  examples: [],
  async run(_input, { caller, progress: { signal } }) {
    const answers = ((await caller.roots()) ?? []).map(({ uri }) => uri);
    const messages = [{ role: "user" as const, content: [{ type: "text" as const, text: "Who?" }] }];
    for await (const event of caller.author().ownModel!.turn({ messages, signal }))
      if (event.type === "text") answers.push(event.text);
    return { answers };
  },
});

test("[PE2] asks a client that does not listen on the stream of its call, and accepts the answer at any server", async () => {
  const factory = createServerFactory({
    name: "test",
    version: "0.0.0",
    instructions: "",
    catalogue: { tools: [ask], resources: [], prompts: [], aliases: {} },
    viewOf: () => ({ sessions: { current: async () => undefined } }) as unknown as View,
    updates: { listen: () => () => {}, ready: async () => {} },
    report: (_, error) => expect.unreachable(String(error)),
    connection: {},
  });
  const endpoints = joined(sharedMemoryPeers(), 3).map((peers) => createHttpEndpoint({ factory, peers }));
  onTestFinished(async () => void (await Promise.all(endpoints.map((endpoint) => endpoint.close()))));
  const client = new Client(
    { name: "test", version: "0.0.0" },
    { versionNegotiation: { mode: "legacy" }, capabilities: { roots: {}, sampling: {} } },
  );
  client.setRequestHandler("roots/list", () => ({ roots: [{ uri: "file:///here" }] }));
  client.setRequestHandler("sampling/createMessage", () => ({
    role: "assistant",
    model: "client-model",
    content: { type: "text", text: "the client" },
  }));
  let turn = 0;
  const fetch = async (target: string | URL, init?: RequestInit) => {
    if (init?.method === "GET") return new Response(null, { status: 405 });
    return endpoints[turn++ % 3]!.fetch(new Request(target, init));
  };
  await client.connect(new StreamableHTTPClientTransport(new URL("http://127.0.0.1/mcp"), { fetch }));
  onTestFinished(() => client.close());
  const { structuredContent } = await client.callTool({ name: "ask", arguments: {} });
  expect(structuredContent).toEqual({ answers: ["file:///here", "the client"] });
});
