import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { AuthInfo } from "@modelcontextprotocol/server";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { joined } from "../../test/support/mcp-cluster.ts";
import { sharedMemoryPeers } from "../../test/support/shared-memory-peers.ts";
import { defineTool } from "./define.ts";
import { createHttpEndpoint, type HttpEndpoint } from "./http/endpoint.ts";
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
    for await (const event of caller.author().ownModel!.turn({ messages, signal })) {
      if (event.type === "text") answers.push(event.text);
      if (event.type === "error") throw event.failure;
    }
    return { answers };
  },
});

/** Three servers of one deployment. */
function cluster(): readonly HttpEndpoint[] {
  const endpoints = joined(sharedMemoryPeers(), 3).map((peers) =>
    createHttpEndpoint({
      peers,
      factory: createServerFactory({
        name: "test",
        version: "0.0.0",
        instructions: "",
        catalogue: { tools: [ask], resources: [], prompts: [], aliases: {} },
        viewOf: () => ({ sessions: { current: async () => undefined } }) as unknown as View,
        updates: { listen: () => () => {}, ready: async () => {} },
        report: () => {},
        connection: {},
        stateKey: () => peers.secret(),
      }),
    }),
  );
  onTestFinished(async () => void (await Promise.all(endpoints.map((endpoint) => endpoint.close()))));
  return endpoints;
}

async function connect(fetch: (request: Request) => Promise<Response>) {
  const client = new Client(
    { name: "test", version: "0.0.0" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } }, capabilities: { roots: {}, sampling: {} } },
  );
  client.setRequestHandler("roots/list", () => ({ roots: [{ uri: "file:///here" }] }));
  client.setRequestHandler("sampling/createMessage", () => ({
    role: "assistant",
    model: "client-model",
    content: { type: "text", text: "the client" },
  }));
  const url = new URL("http://127.0.0.1/mcp");
  await client.connect(
    new StreamableHTTPClientTransport(url, { fetch: (to, init) => fetch(new Request(to, init)) }),
  );
  onTestFinished(() => client.close());
  return client;
}

test("[P27] each round of a call may reach another server", async () => {
  const endpoints = cluster();
  let turn = 0;
  const client = await connect((request) => endpoints[turn++ % 3]!.fetch(request));
  const { structuredContent } = await client.callTool({ name: "ask", arguments: {} });
  expect(structuredContent).toEqual({ answers: ["file:///here", "the client"] });
});

test("[P27] refuses the state of another principal", async () => {
  const [endpoint] = cluster();
  let clientId = "ann";
  let rounds = 0;
  const client = await connect(async (request) => {
    const authInfo: AuthInfo = { token: "t", clientId, scopes: [] };
    if ((await request.clone().text()).includes('"tools/call"') && ++rounds === 2) clientId = "bob";
    return endpoint!.fetch(request, { authInfo: { ...authInfo, clientId } });
  });
  await expect(client.callTool({ name: "ask", arguments: {} })).rejects.toMatchObject({ code: -32602 });
});
