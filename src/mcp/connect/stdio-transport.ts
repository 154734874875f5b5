import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { type Child, startChild } from "./child.ts";
import { splitLines } from "./lines.ts";
import type { StdioPlan } from "./plan.ts";
import { longAnswer, refuseLong } from "./too-long.ts";

/** How many letters of a child's complaints are kept. */
const COMPLAINTS = 4_000;

/** MCP over the streams of a child. */
export interface StdioTransport extends Transport {
  /** With `stderr` these are what the SDK knows a stdio transport by. */
  readonly pid: number | null;
  readonly stderr: null;
  /** How the child ended, in words; undefined while it runs. */
  ended(): string | undefined;
  /** The last that it wrote to stderr. */
  complaints(): string;
}

/**
 * A child as a transport. Unlike the SDK's it gives the child no other environment than the plan's, answers for a message
 * that is too long instead of closing, and leaves nothing running.
 */
export function stdioTransport(
  plan: StdioPlan,
  maxMessageBytes: number,
  warn: (message: string) => void,
): StdioTransport {
  const waiting = new Set<string | number>();
  let child: Child | undefined;
  let how: string | undefined;
  let cutOff: string | undefined;
  let complaints = "";
  let delivered = Promise.resolve();

  /** One after the other: the SDK passes a notification on a moment late, when an answer would already have ended it. */
  function receive(message: JSONRPCMessage): void {
    if ("id" in message && message.id !== undefined && !("method" in message)) waiting.delete(message.id);
    delivered = delivered.then(() => transport.onmessage?.(message)).catch(report);
  }
  const report = (error: unknown) => transport.onerror?.(error as Error);

  /** A child that does not stop writing is not listened to any longer. */
  function cut(why: string): void {
    cutOff ??= `it was ended: ${why}`;
    child?.kill();
  }
  const noise = countNoise(NOISE_TIMES * maxMessageBytes, (bytes) =>
    cut(`it wrote more than ${bytes} bytes that are no messages within a minute`),
  );

  const feed = splitLines(maxMessageBytes, {
    onLine(line) {
      const message = messageIn(line);
      if (message) return receive(message);
      // Servers print banners and debug lines where only messages belong.
      noise(line.length);
      transport.onerror?.(new Error(`This line is no message: ${line.slice(0, 100)}`));
    },
    onEndless: (bytes) => cut(`it wrote a line of ${bytes} bytes without ending it`),
    onLong(line) {
      const refused = refuseLong(line, maxMessageBytes);
      // Whose answer it was is unknown: better all are told than one waits.
      const all = [...waiting].map((id) => longAnswer(id, line.bytes, maxMessageBytes));
      for (const answer of refused ? [refused] : all) receive(answer);
    },
  });

  const transport: StdioTransport = {
    stderr: null,
    get pid() {
      return child?.pid ?? null;
    },
    ended: () => how,
    complaints: () => complaints,
    async start() {
      child = await startChild(plan, warn);
      child.output.on("data", feed);
      child.errors.on("data", (chunk: Buffer) => {
        noise(chunk.length);
        complaints = (complaints + chunk.toString("utf8", Math.max(0, chunk.length - COMPLAINTS))).slice(
          -COMPLAINTS,
        );
      });
      for (const stream of [child.input, child.output, child.errors])
        stream.on("error", (error) => transport.onerror?.(error));
      void child.gone.then(async (end) => {
        how = cutOff ?? `it ended with ${end}`;
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

/** So many times the longest message may be written beside messages in a minute. */
const NOISE_TIMES = 4;
const MINUTE = 60_000;

/** Counts what is written in a minute; calls back when it is too much. */
function countNoise(most: number, onTooMuch: (most: number) => void): (bytes: number) => void {
  let since = performance.now();
  let heard = 0;
  return (bytes) => {
    const now = performance.now();
    if (now - since > MINUTE) [since, heard] = [now, 0];
    heard += bytes;
    if (heard > most) onTooMuch(most);
  };
}

/** What may be a message; whether it is a good one is looked at where it is handled. */
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
