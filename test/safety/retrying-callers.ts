import { call } from "../support/call.ts";
import { type Connected, connectHttp, type Era } from "../support/connect.ts";

/** The answer of a tool to a call that succeeded. */
export interface Answered {
  readonly structured: Readonly<Record<string, unknown>>;
  /** Whether it is the first answer to an earlier call with this key. */
  readonly isReplayed: boolean;
}

/** Calls a tool with an idempotency key; rejects if there is no answer, and reconnects the next time. */
export type Caller = (
  tool: string,
  given: Readonly<Record<string, unknown>>,
  key: string,
) => Promise<Answered>;

/** A caller through the SDK; an error of its connection ends it, and its calls in progress. */
export function sdkCaller(url: URL, era: Era): Caller {
  let connected: Connected | undefined;
  async function connect(): Promise<Connected> {
    const made = await connectHttp(era, url);
    made.client.onerror = () => {
      if (connected === made) connected = undefined;
      void made.client.close();
    };
    return made;
  }
  return async (tool, given, key) => {
    connected ??= await connect();
    const { client } = connected;
    const outcome = await call(client, tool, given, { "clew/idempotencyKey": key });
    if (outcome.isError || !outcome.structured) throw new Error(outcome.text);
    return { structured: outcome.structured, isReplayed: "clew/replayed" in outcome.meta };
  };
}

const clientInfo = { name: "retrying", version: "0.0.0" };
const envelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": clientInfo,
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A caller that posts plain messages; in the handshake era it repeats the handshake when its session is gone. */
export function plainCaller(url: URL, era: Era): Caller {
  let sessionId: string | undefined;
  async function post(message: object, more: Readonly<Record<string, string>>): Promise<Response> {
    const accept = "application/json, text/event-stream";
    const headers = { "content-type": "application/json", accept, ...more };
    return fetch(url, { method: "POST", headers, body: JSON.stringify({ jsonrpc: "2.0", ...message }) });
  }
  async function shakeHands(): Promise<void> {
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
    const answer = await post({ id: 0, method: "initialize", params }, {});
    await answer.text();
    sessionId = answer.headers.get("mcp-session-id") ?? undefined;
  }
  async function send(message: object, name: string): Promise<Response> {
    const modern = { "mcp-protocol-version": era, "mcp-method": "tools/call", "mcp-name": name };
    if (era === "2026-07-28") return post(message, modern);
    if (sessionId === undefined) await shakeHands();
    const headers = { "mcp-protocol-version": "2025-11-25", "mcp-session-id": sessionId! };
    const answer = await post(message, headers);
    if (answer.status !== 404) return answer;
    await answer.text();
    sessionId = undefined;
    return send(message, name);
  }
  return async (tool, given, key) => {
    const meta = { "clew/idempotencyKey": key, ...(era === "2026-07-28" && envelope) };
    const params = { name: tool, arguments: given, _meta: meta };
    const answer = await send({ id: 1, method: "tools/call", params }, tool);
    const said = await answer.text();
    const line = /^(?:data: )?(\{.*"id":1.*)$/m.exec(said)?.[1];
    if (answer.status !== 200 || line === undefined) throw new Error(`${answer.status}: ${said}`);
    const { result } = JSON.parse(line);
    if (!result?.structuredContent || result.isError) throw new Error(said);
    return { structured: result.structuredContent, isReplayed: "clew/replayed" in (result._meta ?? {}) };
  };
}
