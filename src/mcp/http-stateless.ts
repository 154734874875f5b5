import {
  legacyStatelessFallback,
  type McpServerFactory,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { HttpExchange } from "./http-sessions.ts";

/** Answers one handshake-era POST that has no session, with a server that lives for that POST only. */
export function createStatelessLeg(factory: McpServerFactory, onError: (error: Error) => void) {
  const stream = legacyStatelessFallback(factory, onError);
  return (exchange: HttpExchange): Promise<Response> => {
    const { request, json, authInfo } = exchange;
    const accept = request.headers.get("accept") ?? "";
    if (!accept.includes("text/event-stream")) return answerInJson(factory, exchange);
    return stream(request, { parsedBody: json, ...(authInfo && { authInfo }) });
  };
}

/** For a client that did not ask for a stream, as curl does not: one JSON answer. */
async function answerInJson(factory: McpServerFactory, exchange: HttpExchange): Promise<Response> {
  const { request, json, authInfo } = exchange;
  const server = await factory({ era: "legacy", requestInfo: request, ...(authInfo && { authInfo }) });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const answer = transport.handleRequest(acceptingAll(request), {
      parsedBody: json,
      ...(authInfo && { authInfo }),
    });
    return await Promise.race([answer, abandoned(request.signal)]);
  } finally {
    await server.close();
  }
}

/** The same request with the Accept header the transport insists on; its body has been read already. */
function acceptingAll(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set("accept", "application/json, text/event-stream");
  return new Request(request.url, { method: "POST", headers, signal: request.signal });
}

/** Resolves when the client has gone; nobody reads the answer then. */
function abandoned(signal: AbortSignal): Promise<Response> {
  return new Promise((resolve) => {
    const give = () => resolve(new Response(null, { status: 499 }));
    if (signal.aborted) give();
    else signal.addEventListener("abort", give, { once: true });
  });
}
