import type { Readable, Writable } from "node:stream";
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type Transport,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { nestsDeeper } from "./nesting.ts";
import type { MakeServer } from "./serve.ts";

/** The longest line that is read; a longer one is refused and passed over. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
/** The deepest nesting of a message; deeper ones are refused before anything walks them. */
const MAX_DEPTH = 64;
/** How long requests under way may take to be answered after the client has closed its end. */
const LAST_ANSWERS_MS = 10_000;

/** How to serve one client on a pair of streams. */
export interface StdioServing {
  readonly makeServer: MakeServer;
  readonly input: Readable;
  readonly output: Writable;
  readonly onError: (error: unknown) => void;
  /** Called when a client begins to listen for changes; it is told so when this resolves. */
  readonly onListen: () => Promise<void>;
}

/** Serves MCP over a pair of streams, both eras, until the client closes its end; resolves then. */
export function serveStreams(serving: StdioServing): Promise<void> {
  return new Promise((resolve) => {
    const transport = lineTransport(serving, resolve);
    serveStdio(serving.makeServer, { transport, onerror: serving.onError });
  });
}

/** The message as one line for every reader: some split lines at U+2028 and U+2029, which JSON may hold as they are. */
function lineOf(message: unknown): string {
  return JSON.stringify(message).replace(/[\u2028\u2029]/g, (char) =>
    char === "\u2028" ? "\\u2028" : "\\u2029",
  );
}

/**
 * JSON-RPC in lines. Unlike the SDK's own transport it answers what is no message (the SDK stays silent), goes on after
 * a line that is too long, and answers requests under way before it ends with its input.
 */
function lineTransport({ input, output, onError, onListen }: StdioServing, onEnd: () => void): Transport {
  const pending = new Set<string | number>();
  let parts: Buffer[] = [];
  let size = 0;
  let ended = false;
  let closed = false;

  const write = (message: unknown): Promise<void> =>
    new Promise((done) => {
      if (output.writable) output.write(`${lineOf(message)}\n`, () => done());
      else done();
    });

  function receive(line: Buffer, length: number): void {
    const message = read(line, length);
    if (message === undefined) return;
    if ("refused" in message) {
      const { id = null, ...error } = message.refused;
      void write({ jsonrpc: "2.0", id, error });
      return;
    }
    // Neither of these is answered: what listens lasts as long as the connection, what is cancelled is dropped.
    if (message.method === "subscriptions/listen") {
      void onListen().then(() => deliver(message));
      return;
    }
    if (message.method === "notifications/cancelled") pending.delete(message.params?.requestId as string);
    else if (message.method !== undefined && message.id !== undefined) pending.add(message.id);
    deliver(message);
  }

  function deliver(message: Message): void {
    try {
      transport.onmessage?.(message as JSONRPCMessage);
    } catch (error) {
      onError(error);
    }
  }

  function onData(chunk: Buffer): void {
    let start = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, start)) {
      const rest = chunk.subarray(start, at);
      const length = size + rest.length;
      receive(parts.length === 0 ? rest : Buffer.concat([...parts, rest]), length);
      parts = [];
      size = 0;
      start = at + 1;
    }
    const rest = chunk.subarray(start);
    size += rest.length;
    // Of a line that is too long only the length is kept.
    if (size > MAX_LINE_BYTES) parts = [];
    else if (rest.length > 0) parts.push(rest);
  }

  function onInputEnd(): void {
    if (ended) return;
    ended = true;
    if (size > 0) receive(Buffer.concat(parts), size);
    if (pending.size === 0) void transport.close();
    else setTimeout(() => void transport.close(), LAST_ANSWERS_MS).unref();
  }

  const transport: Transport = {
    async start() {
      input.on("data", onData);
      input.once("end", onInputEnd);
      input.once("close", onInputEnd);
      input.once("error", onInputEnd);
      output.once("error", () => void transport.close());
    },
    async send(message) {
      await write(message);
      if ("id" in message && message.id !== undefined && !("method" in message)) pending.delete(message.id);
      if (ended && pending.size === 0) setImmediate(() => void transport.close());
    },
    async close() {
      if (closed) return;
      closed = true;
      input.off("data", onData);
      input.pause();
      transport.onclose?.();
      onEnd();
    },
  };
  return transport;
}

interface Refused {
  readonly refused: {
    readonly code: number;
    readonly message: string;
    readonly id?: string | number | undefined;
  };
}

function read(line: Buffer, length: number): Message | Refused | undefined {
  const refused = (code: number, message: string, id?: string | number) => ({
    refused: { code, message, id },
  });
  if (length > MAX_LINE_BYTES)
    return refused(
      -32600,
      `Invalid request: ${length} bytes in one message, at most ${MAX_LINE_BYTES} are read. Send less at once.`,
    );
  const text = line.toString("utf8").trim();
  if (text === "") return undefined;
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return refused(-32700, "Parse error: this line is not JSON. Send one JSON-RPC message per line.");
  }
  if (!isMessage(message)) return refused(-32600, "Invalid request: send one JSON-RPC 2.0 message per line.");
  if (nestsDeeper(message, MAX_DEPTH))
    return refused(-32600, `Invalid request: nested deeper than ${MAX_DEPTH} levels.`, message.id);
  // What the SDK does not take for a message it passes over without an answer.
  if (!isJSONRPCRequest(message) && !isJSONRPCNotification(message) && !isJSONRPCResponse(message))
    return refused(
      -32600,
      "Invalid request: `params` and `_meta` are objects, `id` is a text or a whole number, and no other members are known.",
      message.id,
    );
  return message;
}

interface Message {
  readonly method?: string;
  readonly id?: string | number;
  readonly params?: Readonly<Record<string, unknown>> | null;
}

function isMessage(value: unknown): value is Message {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { jsonrpc, method, id } = value as Record<string, unknown>;
  if (jsonrpc !== "2.0" || (id !== undefined && typeof id !== "string" && typeof id !== "number"))
    return false;
  return method === undefined ? "result" in value || "error" in value : typeof method === "string";
}
