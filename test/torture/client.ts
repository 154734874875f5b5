import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { childTransport } from "./child-transport.ts";
import type { HttpServer } from "./http-server.ts";
import type { Place } from "./read-ledger.ts";
import { type Ground, type Running, startClew } from "./server.ts";

/** The two ways to speak MCP. */
export type Era = "handshake" | "2026-07-28";

/** What a tool answered. */
export interface Answer {
  readonly isError: boolean;
  readonly code: string | undefined;
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
}

/** A client of the SDK on one server; it connects when it is needed and again after every failure. */
export interface Connection {
  readonly name: string;
  /** Calls a tool. Throws when there is no answer. */
  call(tool: string, args: Readonly<Record<string, unknown>>, key?: string): Promise<Answer>;
  /** The server of a stdio client, while it runs. */
  readonly process: Running | undefined;
  close(): Promise<void>;
}

/** A call without an answer for so long has failed. */
const LONGEST_MS = 20_000;

/** A client over HTTP. */
export function httpConnection(ground: Ground, server: HttpServer, era: Era, name: string): Connection {
  return connection(ground, era, name, () => ({ transport: new StreamableHTTPClientTransport(server.url) }));
}

/** A client with its own stdio server. */
export function stdioConnection(ground: Ground, place: Place, era: Era, name: string): Connection {
  return connection(ground, era, name, () => {
    const running = startClew(ground, place, name, ["mcp"]);
    return { transport: childTransport(running.child), running };
  });
}

interface Opened {
  readonly transport: Transport;
  readonly running?: Running;
}

function connection({ tally }: Ground, era: Era, name: string, open: () => Opened): Connection {
  let client: Client | undefined;
  let running: Running | undefined;
  const close = async () => {
    const [old, process] = [client, running];
    client = undefined;
    running = undefined;
    await old?.close().catch(() => {});
    await process?.stop();
  };
  async function connect(): Promise<Client> {
    const opened = open();
    running = opened.running;
    const fresh = new Client(
      { name, version: "0.0.0" },
      { versionNegotiation: { mode: era === "handshake" ? "legacy" : { pin: era } } },
    );
    fresh.onerror = () => {};
    client = fresh;
    await fresh.connect(opened.transport, { timeout: LONGEST_MS });
    return fresh;
  }
  return {
    name,
    get process() {
      return running;
    },
    async call(tool, args, key) {
      tally.calls += 1;
      try {
        const ready = client ?? (await connect());
        const meta = key === undefined ? {} : { _meta: { "clew/idempotencyKey": key } };
        const result = await ready.callTool(
          { name: tool, arguments: { ...args }, ...meta },
          { timeout: LONGEST_MS },
        );
        return answerOf(result);
      } catch (error) {
        await close();
        throw error;
      }
    },
    close,
  };
}

function answerOf(result: object): Answer {
  const { isError, content, structuredContent, _meta } = result as {
    readonly isError?: boolean;
    readonly content?: readonly { readonly text?: string }[];
    readonly structuredContent?: Readonly<Record<string, unknown>>;
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
  return {
    isError: isError === true,
    code: _meta?.["clew/code"] as string | undefined,
    text: content?.[0]?.text ?? "",
    structured: structuredContent ?? {},
  };
}
