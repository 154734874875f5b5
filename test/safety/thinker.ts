import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import type { Era } from "../support/connect.ts";

/** The outcome of a thought that was sent: accepted, refused with a status, or never answered. */
export type Outcome =
  | { readonly taken: true }
  | { readonly status: number; readonly headers: IncomingMessage["headers"] }
  | { readonly broken: string };

/** A client that keeps one connection and sends thoughts over it. */
export interface Thinker extends Disposable {
  think(thought: string): Promise<Outcome>;
}

const clientInfo = { name: "thinker", version: "0.0.0" };

/** A thought as a call of either era: its headers and its message. */
export function thinkCall(era: Era, thought: string, handle: string) {
  const call = { name: "think", arguments: { thought, session_id: handle } };
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": clientInfo,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const isStateless = era === "2026-07-28";
  const params = isStateless ? { ...call, _meta: meta } : call;
  return {
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": isStateless ? era : "2025-11-25",
      ...(isStateless && { "mcp-method": "tools/call", "mcp-name": "think" }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  };
}

/** Opens a client of either era; a handshake-era one has a session. */
export async function openThinker(
  url: URL,
  era: Era,
  handle: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Thinker> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (headers: Record<string, string>, body: string) =>
    new Promise<{ answer: IncomingMessage; said: string }>((resolve, reject) => {
      request(url, { method: "POST", agent, headers }, (answer) =>
        text(answer).then((said) => resolve({ answer, said }), reject),
      )
        .on("error", reject)
        .end(body);
    });
  let session: Record<string, string> = { ...more };
  if (era === "handshake") {
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
    const hello = JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params });
    const { answer } = await send({ ...thinkCall(era, "", handle).headers, ...more }, hello);
    session = { ...more, "mcp-session-id": String(answer.headers["mcp-session-id"]) };
  }
  return {
    async think(thought) {
      const { headers, body } = thinkCall(era, thought, handle);
      try {
        const { answer, said } = await send({ ...headers, ...session }, body);
        const isTaken = answer.statusCode === 200 && /"status\W+success/.test(said);
        return isTaken ? { taken: true } : { status: answer.statusCode ?? 0, headers: answer.headers };
      } catch (error) {
        return { broken: (error as NodeJS.ErrnoException).code ?? String(error) };
      }
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
}
