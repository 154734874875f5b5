import { runClew, type Surroundings } from "./clew.ts";

/** A JSON-RPC message from the server. */
export interface ServerMessage {
  readonly jsonrpc: string;
  readonly id?: string | number | null;
  readonly method?: string;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Everything that a stdio server wrote until it exited. */
export interface Conversation {
  readonly code: number | null;
  /** Its stdout, line by line. */
  readonly lines: readonly string[];
  readonly stderr: string;
  /** The answer to the request with this id. */
  answer(id: string | number | null): ServerMessage | undefined;
}

/** Pipes messages into `clew mcp`, closes its input and reads until it exits; strings are sent unchanged. */
export async function speak(
  around: Surroundings,
  messages: readonly (string | object)[],
  args: readonly string[] = [],
): Promise<Conversation> {
  const input = messages.map((message) => (typeof message === "string" ? message : JSON.stringify(message)));
  const exit = await runClew(["mcp", ...args], { ...around, input: `${input.join("\n")}\n` });
  const lines = exit.stdout.split("\n").filter((line) => line !== "");
  return {
    code: exit.code,
    lines,
    stderr: exit.stderr,
    answer: (id) => lines.map((line): ServerMessage => JSON.parse(line)).find((message) => message.id === id),
  };
}

/** The messages that open a session in the handshake era. */
export const handshake: readonly object[] = [
  {
    jsonrpc: "2.0",
    id: "hello",
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "lines", version: "0.0.0" },
    },
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
];

/** A request as the handshake era sends it. */
export function request(id: string | number, method: string, params: object = {}): object {
  return { jsonrpc: "2.0", id, method, params };
}

/** A request as the 2026-07-28 revision sends it. */
export function statelessRequest(id: string | number, method: string, params: object = {}): object {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return request(id, method, { ...params, _meta });
}
