import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { type Child, startChild } from "./child.ts";
import { longAnswer, refuseLong, splitLines } from "./lines.ts";
import type { StdioPlan } from "./plan.ts";

/** How many characters of stderr are kept. */
const MAX_STDERR = 4_000;

/** MCP over the stdio of a child. */
export interface StdioTransport extends Transport {
  /** The SDK recognizes a stdio transport by `pid` and `stderr`. */
  readonly pid: number | null;
  readonly stderr: null;
  /** How the child ended; undefined while it runs. */
  ended(): string | undefined;
  /** The last output on stderr. */
  lastErrors(): string;
}

/**
 * A child as a transport. Unlike the SDK's, it gives the child only the planned environment, turns an oversized message
 * into an error instead of closing, and leaves no process running.
 */
export function stdioTransport(
  plan: StdioPlan,
  maxMessageBytes: number,
  warn: (message: string) => void,
): StdioTransport {
  const waiting = new Set<string | number>();
  let child: Child | undefined;
  let ending: string | undefined;
  let cutOff: string | undefined;
  let stderrTail = "";
  let delivered = Promise.resolve();

  /** Delivers in order: the SDK handles a notification asynchronously, so an answer could overtake it. */
  function receive(message: JSONRPCMessage): void {
    if ("id" in message && message.id !== undefined && !("method" in message)) waiting.delete(message.id);
    delivered = delivered.then(() => transport.onmessage?.(message)).catch(report);
  }
  const report = (error: unknown) => transport.onerror?.(error as Error);

  /** Kills a child that floods its output. */
  function cut(why: string): void {
    cutOff ??= `it was killed: ${why}`;
    child?.kill();
  }
  const noise = countNoise(NOISE_FACTOR * maxMessageBytes, (bytes) =>
    cut(`it wrote more than ${bytes} bytes that are not messages within a minute`),
  );

  const feed = splitLines(maxMessageBytes, {
    onLine(line) {
      const message = messageIn(line);
      if (message) return receive(message);
      // Some servers print banners and debug lines to stdout.
      noise(line.length);
      transport.onerror?.(new Error(`This line is not a message: ${line.slice(0, 100)}`));
    },
    onEndless: (bytes) => cut(`it wrote a line of ${bytes} bytes without ending it`),
    onLong(line) {
      const refused = refuseLong(line, maxMessageBytes);
      // If the request is unknown, all pending requests fail, so that none waits forever.
      const all = [...waiting].map((id) => longAnswer(id, line.bytes, maxMessageBytes));
      for (const answer of refused ? [refused] : all) receive(answer);
    },
  });

  const transport: StdioTransport = {
    stderr: null,
    get pid() {
      return child?.pid ?? null;
    },
    ended: () => ending,
    lastErrors: () => stderrTail,
    async start() {
      child = await startChild(plan, warn);
      child.output.on("data", feed);
      child.errors.on("data", (chunk: Buffer) => {
        noise(chunk.length);
        stderrTail = (stderrTail + chunk.toString("utf8", Math.max(0, chunk.length - MAX_STDERR))).slice(
          -MAX_STDERR,
        );
      });
      for (const stream of [child.input, child.output, child.errors])
        stream.on("error", (error) => transport.onerror?.(error));
      void child.gone.then(async (end) => {
        ending = cutOff ?? `it ended with ${end}`;
        await delivered;
        transport.onclose?.();
      });
    },
    send(message) {
      return new Promise((resolve, reject) => {
        if (!child?.input.writable) return reject(new Error("The server has ended."));
        if ("method" in message && "id" in message) waiting.add(message.id);
        child.input.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
      });
    },
    async close() {
      await child?.end();
    },
  };
  return transport;
}

/** How much a child may write besides messages in a minute, as a multiple of the message limit. */
const NOISE_FACTOR = 4;
const MINUTE = 60_000;

/** Counts bytes per minute; calls back when there are too many. */
function countNoise(limit: number, onTooMuch: (limit: number) => void): (bytes: number) => void {
  let since = performance.now();
  let count = 0;
  return (bytes) => {
    const now = performance.now();
    if (now - since > MINUTE) [since, count] = [now, 0];
    count += bytes;
    if (count > limit) onTooMuch(limit);
  };
}

/** Parses a line that looks like a message. The SDK validates it. */
function messageIn(line: string): JSONRPCMessage | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && "jsonrpc" in value
      ? (value as JSONRPCMessage)
      : undefined;
  } catch {
    return undefined;
  }
}
