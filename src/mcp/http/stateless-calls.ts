import { SERVER_INFO_META_KEY } from "@modelcontextprotocol/server";
import {
  callDirectly,
  type DirectCall,
  STATELESS_REVISION,
  type StatelessCall,
  statelessCallOf,
  type ToolServer,
} from "../direct-call.ts";
import type { HttpExchange } from "./sessions.ts";

/** The plain tool calls of the 2026-07-28 revision. */
export interface StatelessCalls {
  /** Answers a plain call in JSON; undefined when the SDK must answer. */
  answer(exchange: HttpExchange): Promise<Response> | undefined;
  /** Cancels the calls in progress. */
  close(): void;
}

/**
 * Answers plain tool calls of the 2026-07-28 revision in JSON, without the SDK, which would make a server and a transport
 * for each. As with the SDK, a call whose client disconnects is cancelled.
 */
export function createStatelessCalls(serverOf: (request: Request) => ToolServer): StatelessCalls {
  const running = new Set<DirectCall>();

  async function finish(call: DirectCall, { info }: ToolServer, { signal }: Request): Promise<Response> {
    const abort = () => call.abort(signal.reason);
    signal.addEventListener("abort", abort);
    running.add(call);
    const message = await call.answer;
    running.delete(call);
    signal.removeEventListener("abort", abort);
    if (signal.aborted) return new Response(null, { status: 499 });
    if ("error" in message) return Response.json(message);
    const { _meta, ...result } = message.result;
    const meta = { ..._meta, [SERVER_INFO_META_KEY]: info };
    return Response.json({ ...message, result: { resultType: "complete", ...result, _meta: meta } });
  }

  return {
    answer({ request, json, authInfo }) {
      const plain = statelessCallOf(json);
      if (!plain || !hasPlainHeaders(request, plain)) return undefined;
      const server = serverOf(request);
      const call = callDirectly(server, plain, {
        envelope: plain.envelope,
        http: { authInfo, req: request },
        // Nothing but progress is ever sent, and a plain call does not ask for it.
        notify: async () => {},
      });
      return call && finish(call, server, request);
    },
    close() {
      for (const call of running) call.abort();
    },
  };
}

/** Whether the headers say the same as the body. The SDK refuses them otherwise. */
function hasPlainHeaders({ headers }: Request, { params }: StatelessCall): boolean {
  return (
    headers.get("mcp-protocol-version") === STATELESS_REVISION &&
    headers.get("mcp-method") === "tools/call" &&
    headers.get("mcp-name") === params.name
  );
}
