import type { ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import type { Piece, RecordedRequest, Reply } from "./reply.ts";

/** A response in a service's wire format. Promises in the body are waited for. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: readonly Piece[];
}

/** A JSON response. */
export function jsonAnswer(status: number, headers: Answer["headers"], value: unknown): Answer {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: [JSON.stringify(value)],
  };
}

/** Sends a response with the delays, splits and hang-ups of its reply. */
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

/** Resolves when an exchange is over, with who ended it. */
export async function endOf(response: ServerResponse): Promise<Awaited<RecordedRequest["ended"]>> {
  await new Promise<void>((closed) => response.once("close", () => closed()));
  if (response.writableFinished) return "answered";
  return cut.has(response) ? "server hung up" : "client hung up";
}

/** The responses that the server itself cut off. */
const cut = new WeakSet<ServerResponse>();

async function write(response: ServerResponse, text: string, split: number | undefined): Promise<void> {
  const bytes = Buffer.from(text);
  const size = Math.max(1, split ?? bytes.length);
  for (let from = 0; from < bytes.length && !response.destroyed; from += size) {
    await new Promise<void>((done) => response.write(bytes.subarray(from, from + size), () => done()));
    await letReadersRead();
  }
}

/** Lets a reader in the same process read each piece, so that pieces do not arrive together. */
async function letReadersRead(): Promise<void> {
  // Sockets are read between two ticks, not always before the first.
  await setImmediate();
  await setImmediate();
}

function hangUp(response: ServerResponse): void {
  cut.add(response);
  response.destroy();
}
