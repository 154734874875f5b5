import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { clewCommand, clewEnvironment, type Surroundings } from "./clew.ts";
import { prepareLedger } from "./deployment-ledger.ts";

/** The two ways to use MCP: with a handshake, or stateless. */
export type Era = "handshake" | "2026-07-28";

/** Both eras, for tests that run in each. */
export const eras: readonly Era[] = ["handshake", "2026-07-28"];

/** A connected client of the SDK. */
export interface Connected extends AsyncDisposable {
  readonly client: Client;
  /** The process that serves it, on stdio. */
  readonly pid: number | null;
}

/** Starts `clew mcp` and connects to it. */
export async function connectStdio(
  era: Era,
  around: Surroundings,
  args: readonly string[] = [],
): Promise<Connected> {
  await prepareLedger(around.home);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [clewCommand, "mcp", ...args],
    env: clewEnvironment(around),
    stderr: "ignore",
  });
  const client = await connectThrough(transport, era);
  return { client, pid: transport.pid, [Symbol.asyncDispose]: () => client.close() };
}

/** Connects to a running server. */
export async function connectHttp(
  era: Era,
  url: URL,
  headers: Readonly<Record<string, string>> = {},
  name?: string,
): Promise<Connected> {
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers: { ...headers } } });
  const client = await connectThrough(transport, era, name);
  return { client, pid: null, [Symbol.asyncDispose]: () => client.close() };
}

/** Connects in exactly one era: fails if the server does not support it. */
export async function connectThrough(transport: Transport, era: Era, name = "end-to-end"): Promise<Client> {
  const client = new Client(
    { name, version: "0.0.0" },
    { versionNegotiation: { mode: era === "handshake" ? "legacy" : { pin: era } } },
  );
  await client.connect(transport);
  const version = client.getNegotiatedProtocolVersion();
  if ((version === "2026-07-28") !== (era === "2026-07-28"))
    throw new Error(`Connected in ${version}, not ${era}`);
  return client;
}
