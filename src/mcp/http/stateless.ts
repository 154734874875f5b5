import {
  legacyStatelessFallback,
  type McpServerFactory,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { HttpExchange } from "./sessions.ts";

/** Answers handshake-era POSTs that have no session. Each gets a server of its own. */
export function createStatelessHandler(factory: McpServerFactory, onError: (error: Error) => void) {
  const stream = legacyStatelessFallback(factory, onError);
  return (exchange: HttpExchange): Promise<Response> => {
    const { request, json, authInfo } = exchange;
    const accept = request.headers.get("accept") ?? "";
    if (!accept.includes("text/event-stream")) return answerInJson(factory, exchange);
    return stream(request, { parsedBody: json, authInfo });
  };
}

/** A single JSON answer, for clients that do not accept a stream, such as curl. */
async function answerInJson(factory: McpServerFactory, exchange: HttpExchange): Promise<Response> {
  const { request, json, authInfo } = exchange;
  const server = await factory({ era: "legacy", requestInfo: request, authInfo });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const answer = transport.handleRequest(acceptingAll(request), { parsedBody: json, authInfo });
    return await Promise.race([answer, abandoned(request.signal)]);
  } finally {
    await server.close();
  }
}

/** The same request with the Accept header that the transport requires. Its body has been read already. */
function acceptingAll(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set("accept", "application/json, text/event-stream");
  return new Request(request.url, { method: "POST", headers, signal: request.signal });
}

/** Resolves when the client has disconnected. */
function abandoned(signal: AbortSignal): Promise<Response> {
  return new Promise((resolve) => {
    const end = () => resolve(new Response(null, { status: 499 }));
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}
