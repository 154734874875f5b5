import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A web server of the handshake era that misbehaves on request. */
export interface OddWebServer extends AsyncDisposable {
  readonly url: string;
  /** Makes it forget all sessions, like a restarted server. */
  forget(): void;
  /** The received messages, by method. */
  readonly heard: readonly string[];
  /** The headers of the last request. */
  readonly headers: Readonly<Record<string, unknown>>;
}

interface Request {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly name?: string; readonly arguments?: { readonly length?: number } };
}

/** Starts it on a free port. */
export async function startOddWebServer(): Promise<OddWebServer> {
  const sessions = new Set<string>();
  const heard: string[] = [];
  let headers: Readonly<Record<string, unknown>> = {};
  const server = createServer(async (request, response) => {
    headers = request.headers;
    heard.push(request.method === "POST" ? "" : `${request.method}`);
    if (request.method === "DELETE") return void response.writeHead(200).end();
    if (request.method !== "POST") return void response.writeHead(405).end();
    const message: Request = JSON.parse(await text(request));
    heard[heard.length - 1] = message.method;
    const session = String(request.headers["mcp-session-id"]);
    if (message.method === "initialize") {
      const fresh = `session-${sessions.size + 1}-${heard.length}`;
      sessions.add(fresh);
      response.setHeader("mcp-session-id", fresh);
    } else if (message.method !== "server/discover" && !sessions.has(session)) {
      return void response.writeHead(404).end("no such session");
    }
    if (message.id === undefined) return void response.writeHead(202).end();
    answer(response, message);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    forget: () => sessions.clear(),
    heard,
    get headers() {
      return headers;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function answer(response: ServerResponse, { id, method, params }: Request) {
  const tools = ["echo", "break_off", "big", "big_event", "refuse"];
  const json = (body: object) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id, ...body }));
  };
  const result = (said: string) => ({ result: { content: [{ type: "text", text: said }] } });
  const long = "x".repeat(params?.arguments?.length ?? 0);
  switch (method === "tools/call" ? params?.name : method) {
    case "initialize": {
      const serverInfo = { name: "odd-web", version: "0.0.0" };
      return json({ result: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo } });
    }
    case "tools/list":
      return json({ result: { tools: tools.map((name) => ({ name, inputSchema: { type: "object" } })) } });
    case "echo":
      return json(result("hello"));
    case "big":
      return json(result(long));
    case "big_event":
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(`event: message\ndata: ${JSON.stringify({ ...result(long), jsonrpc: "2.0", id })}\n\n`);
      return;
    case "break_off":
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(": working\n\n", () => response.destroy());
      return;
    case "refuse":
      response.writeHead(500).end("out of order, api_key=abcdef123456");
      return;
    default:
      return json({ error: { code: -32601, message: `There is no ${method}` } });
  }
}
