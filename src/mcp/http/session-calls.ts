import {
  type RequestId,
  type ServerContext,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import type { CallRequest } from "../caller.ts";
import { callDirectly, type DirectCall, plainCallOf, type ToolServer } from "../direct-call.ts";
import type { HttpExchange } from "./sessions.ts";

/** A call that takes longer is answered by a stream, which its client can resume. */
const STREAM_AFTER_MS = 100;

/** The plain tool calls of one session. */
export interface SessionCalls {
  /** Answers a plain call in JSON. Undefined when the SDK must answer; it joins a call that has been started here. */
  answer(exchange: HttpExchange): Promise<Response | undefined>;
  /** Resolves when messages about a request can be sent on its stream. */
  streamOf(id: RequestId): Promise<unknown> | undefined;
  cancel(id: RequestId): void;
  abortAll(): void;
}

interface RunningCall extends DirectCall {
  /** The request as the SDK sees it, once its answer is a stream. */
  readonly joined: Promise<CallRequest>;
  readonly join: (context: ServerContext) => void;
  /** Makes the answer a stream. */
  readonly toStream: () => void;
  isCancelled: boolean;
}

/**
 * Answers plain tool calls of a session in JSON, without the SDK. A call that takes long, or that sends its client
 * anything before its answer, continues as a stream of the SDK, which handles the same message and joins the call.
 */
export function createSessionCalls(server: ToolServer, sessionId: () => string | undefined): SessionCalls {
  const running = new Map<RequestId, RunningCall>();
  server.joinCall = (context) => {
    const call = running.get(context.mcpReq.id);
    if (!call) return undefined;
    running.delete(context.mcpReq.id);
    call.join(context);
    context.mcpReq.signal.addEventListener("abort", () => call.abort());
    return call.result;
  };

  return {
    async answer({ request, json, authInfo }) {
      const plain = server.isInitialized && isPlainPost(request) ? plainCallOf(json) : undefined;
      if (!plain || running.has(plain.id)) return undefined;
      const { id } = plain;
      const joined = Promise.withResolvers<CallRequest>();
      const streaming = Promise.withResolvers<undefined>();
      const toStream = () => streaming.resolve(undefined);
      const direct = callDirectly(server, plain, {
        sessionId: sessionId(),
        http: { authInfo, req: request },
        notify: async (notification) => {
          toStream();
          await (await joined.promise).mcpReq.notify(notification);
        },
      });
      if (!direct) return undefined;
      const call = { ...direct, joined: joined.promise, join: joined.resolve, toStream, isCancelled: false };
      running.set(id, call);
      const timer = setTimeout(toStream, STREAM_AFTER_MS);
      const answer = await Promise.race([direct.answer, streaming.promise]);
      clearTimeout(timer);
      // The SDK handles the message now, and finds the call by its id.
      if (!answer && !call.isCancelled) return undefined;
      running.delete(id);
      // A cancelled call is not answered.
      if (!answer || call.isCancelled) return new Response(null, { status: 202 });
      const headers = { "content-type": "application/json", "mcp-session-id": sessionId() ?? "" };
      return new Response(JSON.stringify(answer), { headers });
    },
    streamOf(id) {
      const call = running.get(id);
      call?.toStream();
      return call?.joined;
    },
    cancel(id) {
      const call = running.get(id);
      if (!call) return;
      call.isCancelled = true;
      call.abort();
      call.toStream();
    },
    abortAll() {
      for (const call of running.values()) call.abort();
    },
  };
}

/** Whether a request is a plain tool call of the handshake era. */
export const isPlainCall = (request: Request, json: unknown): boolean =>
  isPlainPost(request) && plainCallOf(json) !== undefined;

/** Whether the SDK would accept the headers of this POST, whose content type has been checked. */
function isPlainPost({ method, headers }: Request): boolean {
  if (method !== "POST") return false;
  const accept = headers.get("accept") ?? "";
  const version = headers.get("mcp-protocol-version");
  return (
    accept.includes("application/json") &&
    accept.includes("text/event-stream") &&
    (version === null || SUPPORTED_PROTOCOL_VERSIONS.includes(version))
  );
}
