import type { Readable, Writable } from "node:stream";
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type McpRequestContext,
  type RequestId,
  type Server,
  type Transport,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { callDirectly, type DirectCall, type PlainCall, plainCallOf, ToolServer } from "./direct-call.ts";
import { nestsDeeper } from "./nesting.ts";

/** A longer line is refused and skipped. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
/** Messages that nest deeper are refused before anything walks them. */
const MAX_DEPTH = 64;
/** How long requests in flight may take after the client has closed its input. */
const LAST_ANSWERS_MS = 10_000;

export interface StdioServing {
  readonly makeServer: (context: McpRequestContext) => Server;
  readonly input: Readable;
  readonly output: Writable;
  /** The id of a request that is answered already: its answer is not written. */
  readonly answered?: string | number | undefined;
  readonly onError: (error: unknown) => void;
  /** Called when a client subscribes to changes; the subscription is acknowledged when this resolves. */
  readonly onListen: () => Promise<void>;
}

/** Serves MCP (both eras) over a pair of streams; resolves when the client closes its input. */
export function serveStreams(serving: StdioServing): Promise<void> {
  return new Promise((resolve) => {
    let tools: ToolServer | undefined;
    const transport = lineTransport(serving, () => (tools?.isInitialized ? tools : undefined), resolve);
    const makeServer = (context: McpRequestContext): Server => {
      const server = serving.makeServer(context);
      tools = context.era === "legacy" && server instanceof ToolServer ? server : undefined;
      return server;
    };
    serveStdio(makeServer, { transport, onerror: serving.onError });
  });
}

/** Writes a message as one line. Escapes U+2028 and U+2029, which are valid in JSON but split lines for some readers. */
function toLine(message: unknown): string {
  return JSON.stringify(message).replace(/[\u2028\u2029]/g, (char) =>
    char === "\u2028" ? "\\u2028" : "\\u2029",
  );
}

/**
 * JSON-RPC over lines. Unlike the SDK's transport, it answers invalid messages, continues after an oversized line, and
 * answers requests in flight before it closes at the end of its input.
 */
function lineTransport(
  { input, output, answered, onError, onListen }: StdioServing,
  tools: () => ToolServer | undefined,
  onEnd: () => void,
): Transport {
  let isAnswerLeft = answered !== undefined;
  const pending = new Set<string | number>();
  const direct = new Map<RequestId, DirectCall>();
  let parts: Buffer[] = [];
  let size = 0;
  let ended = false;
  let closed = false;

  const write = (message: unknown): Promise<void> =>
    new Promise((done) => {
      if (output.writable) output.write(`${toLine(message)}\n`, () => done());
      else done();
    });

  function receive(line: Buffer, length: number): void {
    const received = read(line, length);
    if (received === undefined) return;
    if ("refused" in received) {
      const { id = null, ...error } = received.refused;
      void write({ jsonrpc: "2.0", id, error });
      return;
    }
    const { message, call } = received;
    if (call && startCall(call)) return;
    // Neither gets an answer: a subscription lasts as long as the connection, and a cancelled request is dropped.
    if (message.method === "subscriptions/listen") {
      void onListen().then(() => deliver(message));
      return;
    }
    if (message.method === "notifications/cancelled") cancel(message.params?.requestId as RequestId);
    else if (message.method !== undefined && message.id !== undefined) pending.add(message.id);
    deliver(message);
  }

  /** Starts a plain tool call; false when the SDK must handle the message. */
  function startCall(plain: PlainCall): boolean {
    const server = tools();
    const call = server && callDirectly(server, plain);
    if (!call) return false;
    const { id } = plain;
    direct.set(id, call);
    void call.answer.then((answer) => {
      // A cancelled call is not answered, and a later call may have its id.
      if (direct.get(id) !== call) return;
      direct.delete(id);
      if (output.writable) output.write(`${toLine(answer)}\n`);
      closeWhenAnswered();
    });
    return true;
  }

  function cancel(id: RequestId): void {
    pending.delete(id);
    direct.get(id)?.abort();
    direct.delete(id);
  }

  function closeWhenAnswered(): void {
    if (ended && pending.size === 0 && direct.size === 0) setImmediate(() => void transport.close());
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
    for (let index = chunk.indexOf(10); index >= 0; index = chunk.indexOf(10, start)) {
      const rest = chunk.subarray(start, index);
      const length = size + rest.length;
      receive(parts.length === 0 ? rest : Buffer.concat([...parts, rest]), length);
      parts = [];
      size = 0;
      start = index + 1;
    }
    const rest = chunk.subarray(start);
    size += rest.length;
    // Of an oversized line only the length is kept.
    if (size > MAX_LINE_BYTES) parts = [];
    else if (rest.length > 0) parts.push(rest);
  }

  function onInputEnd(): void {
    if (ended) return;
    ended = true;
    if (size > 0) receive(Buffer.concat(parts), size);
    if (pending.size === 0 && direct.size === 0) void transport.close();
    else setTimeout(() => void transport.close(), LAST_ANSWERS_MS).unref();
  }

  const transport: Transport = {
    async start() {
      input.on("data", onData);
      input.once("end", onInputEnd);
      input.once("close", onInputEnd);
      input.once("error", onInputEnd);
      input.resume();
      output.once("error", () => void transport.close());
    },
    async send(message) {
      if (isAnswerLeft && "id" in message && message.id === answered && !("method" in message))
        isAnswerLeft = false;
      else await write(message);
      if ("id" in message && message.id !== undefined && !("method" in message)) pending.delete(message.id);
      closeWhenAnswered();
    },
    async close() {
      if (closed) return;
      closed = true;
      for (const call of direct.values()) call.abort();
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

interface Received {
  readonly message: Message;
  /** The same message, if it is a plain tool call. */
  readonly call?: PlainCall | undefined;
}

function read(line: Buffer, length: number): Received | Refused | undefined {
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
  const call = plainCallOf(message);
  if (call) return { message, call };
  // The SDK would skip these without an answer.
  if (!isJSONRPCRequest(message) && !isJSONRPCNotification(message) && !isJSONRPCResponse(message))
    return refused(
      -32600,
      "Invalid request: `params` and `_meta` must be objects, `id` a string or an integer, and other members are not allowed.",
      message.id,
    );
  return { message };
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
