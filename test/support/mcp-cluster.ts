import { EventEmitter } from "node:events";
import { Client, type ClientCapabilities, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type AuthInfo, McpServer, type McpServerFactory } from "@modelcontextprotocol/server";
import { onTestFinished } from "vitest";
import * as z from "zod";
import type { HttpEndpoint, HttpEndpointOptions } from "../../src/mcp/http/endpoint.ts";
import type { Peers } from "../../src/store/peers.ts";
import { addTools, openEndpoint, type WaitingCall } from "./mcp-endpoint.ts";
import { type Hub, sharedMemoryPeers } from "./shared-memory-peers.ts";

/** Several endpoints that share their sessions. */
export interface Cluster {
  readonly endpoints: readonly HttpEndpoint[];
  readonly peers: readonly Peers[];
  /** Calls that a test has to finish, with the endpoint that runs each. */
  readonly calls: readonly (WaitingCall & { readonly at: number })[];
  /** Changes the resource, and notifies every server. */
  touch(uri: string): void;
  /** Sends each request to the next endpoint; `served` records which one got it. */
  next(request: Request, authInfo?: AuthInfo): Promise<Response>;
  readonly served: readonly { readonly at: number; readonly method: string; readonly message?: unknown }[];
}

/** Opens endpoints over real servers whose tools count, wait, ask the user, ask the client's model. */
export function openCluster(
  servers = 3,
  options: Partial<HttpEndpointOptions> = {},
  peers: readonly Peers[] = joined(sharedMemoryPeers(), servers),
): Cluster {
  const feed = new EventEmitter().setMaxListeners(0);
  const calls: (WaitingCall & { at: number })[] = [];
  const served: { at: number; method: string; message?: unknown }[] = [];
  let turn = 0;
  const endpoints = peers.map((one, at) => {
    const factory: McpServerFactory = ({ requestInfo }) => {
      const query = new URL(requestInfo!.url).search;
      return clusterServer(feed, `${at}${query}`, (call) => calls.push({ ...call, at }));
    };
    return openEndpoint({ factory, peers: one, ...options }).endpoint;
  });
  return {
    endpoints,
    peers,
    calls,
    served,
    touch: (uri) => void feed.emit("touched", uri),
    async next(request, authInfo) {
      turn += 1;
      const at = turn % servers;
      const message = request.method === "POST" ? await request.clone().json() : undefined;
      served.push({ at, method: request.method, message });
      return endpoints[at]!.fetch(request, authInfo ? { authInfo } : {});
    },
  };
}

/** This many servers of one hub. */
export function joined(hub: Hub, servers: number): readonly Peers[] {
  return Array.from({ length: servers }, () => hub.join());
}

function clusterServer(feed: EventEmitter, at: string, waits: (call: WaitingCall) => void): McpServer {
  const server = new McpServer(
    { name: "cluster", version: "0.0.0" },
    { capabilities: { tools: {}, resources: { subscribe: true }, logging: {} } },
  );
  addTools(server, waits);
  const text = (said: string) => ({ content: [{ type: "text" as const, text: said }] });
  server.registerTool("count", { description: "Reports its progress." }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [1, 2, 3]) {
      if (progressToken !== undefined)
        await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress } });
    }
    return text(`counted at ${at}`);
  });
  const asked = {
    messages: [{ role: "user" as const, content: { type: "text" as const, text: "Who?" } }],
    maxTokens: 9,
  };
  server.registerTool(
    "sample",
    { description: "Asks the client's model.", inputSchema: z.object({ aloud: z.boolean() }) },
    async ({ aloud }, { mcpReq }) => {
      const options = aloud ? {} : { relatedRequestId: mcpReq.id };
      const { content } = await server.server.createMessage(asked, { ...options, onprogress: () => {} });
      return text(content.type === "text" ? content.text : "");
    },
  );
  server.registerTool("leave", { description: "Ends its stream, then waits." }, async ({ http, mcpReq }) => {
    http?.closeSSE?.();
    await new Promise<void>((finish) => waits({ signal: mcpReq.signal, finish }));
    return text("gone on");
  });
  server.registerTool("warn", { description: "Logs." }, async ({ mcpReq }) => {
    await mcpReq.log("info", "quiet");
    await mcpReq.log("error", "loud");
    return text("logged");
  });
  const uris = new Set<string>();
  const touched = (uri: string) => {
    if (uris.has(uri)) void server.server.sendResourceUpdated({ uri }).catch(() => {});
  };
  feed.on("touched", touched);
  server.server.onclose = () => void feed.off("touched", touched);
  server.server.setRequestHandler("resources/subscribe", ({ params: { uri } }) => {
    if (uri === "clew://refused") throw new Error("no such resource");
    uris.add(uri);
    return {};
  });
  server.server.setRequestHandler("resources/unsubscribe", ({ params: { uri } }) => {
    uris.delete(uri);
    return {};
  });
  return server;
}

/** A real client of either era whose every request goes to the next server. */
export async function connectToCluster(
  cluster: Cluster,
  {
    mode = "legacy",
    authInfo,
    url = "http://127.0.0.1/mcp",
  }: { mode?: "auto" | "legacy"; authInfo?: AuthInfo; url?: string } = {},
) {
  const capabilities: ClientCapabilities = { elicitation: {}, sampling: {}, roots: {} };
  const client = new Client(
    { name: "cluster", version: "0.0.0" },
    { versionNegotiation: { mode }, capabilities },
  );
  client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { name: "Ann" } }));
  client.setRequestHandler("sampling/createMessage", () => ({
    role: "assistant",
    model: "client-model",
    content: { type: "text", text: "the client" },
  }));
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: (target, init) => cluster.next(new Request(target, init), authInfo),
    reconnectionOptions: {
      initialReconnectionDelay: 1,
      maxReconnectionDelay: 10,
      reconnectionDelayGrowFactor: 1,
      maxRetries: 5,
    },
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, transport };
}
