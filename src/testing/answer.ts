import type { ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import type { Piece, RecordedRequest, Reply } from "./reply.ts";

/** An answer in a service's wire format: what is written, and where it waits. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: readonly Piece[];
}

/** A JSON answer, complete before its first byte, as services send them. */
export function jsonAnswer(status: number, headers: Answer["headers"], value: unknown): Answer {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: [JSON.stringify(value)],
  };
}

/** Sends an answer the way its reply wants it. */
export async function sendAnswer(response: ServerResponse, answer: Answer, reply: Reply): Promise<void> {
  await reply.hold?.catch(() => {});
  if (reply.hangUp === "before headers") return hangUp(response);
  response.writeHead(answer.status, { ...answer.headers, ...reply.headers });
  response.flushHeaders();
  if (reply.hangUp === "after headers") return hangUp(response);
  for (const piece of answer.body) {
    if (typeof piece === "string") await write(response, piece, reply.split);
    else await piece.catch(() => {});
  }
  if (reply.hangUp === "in the stream") return hangUp(response);
  response.end();
}

/** Settles when an exchange is over, and says who ended it. */
export async function endOf(response: ServerResponse): Promise<Awaited<RecordedRequest["ended"]>> {
  await new Promise<void>((closed) => response.once("close", () => closed()));
  if (response.writableFinished) return "answered";
  return cut.has(response) ? "server hung up" : "client hung up";
}

/** The answers that the server itself cut off. */
const cut = new WeakSet<ServerResponse>();

async function write(response: ServerResponse, text: string, split: number | undefined): Promise<void> {
  const bytes = Buffer.from(text);
  const size = Math.max(1, split ?? bytes.length);
  for (let from = 0; from < bytes.length && !response.destroyed; from += size) {
    await new Promise<void>((done) => response.write(bytes.subarray(from, from + size), () => done()));
    await readers();
  }
}

/** Lets a reader in the same process take what was written, so that pieces do not arrive as one. */
async function readers(): Promise<void> {
  // Sockets are read between two of these, and not always before the first.
  await setImmediate();
  await setImmediate();
}

function hangUp(response: ServerResponse): void {
  cut.add(response);
  response.destroy();
}
