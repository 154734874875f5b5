import { refusal } from "./http-refusal.ts";
import type { SharedSession } from "./http-shared-session.ts";
import type { PeerAnswer, PeerMessages } from "./peer-messages.ts";

/** A stream that another server has begun. */
export interface StreamElsewhere {
  readonly peerMessages: PeerMessages;
  readonly sessionId: string;
  readonly server: string;
  readonly lastEventId: string;
}

/** A stream says something every 15 seconds; one that has been silent for so long has lost its server. */
const SILENCE_MS = 45_000;

/** Reads on a stream that another server has begun; 404, as after a restart, when that server is gone. */
export async function resumeElsewhere(stream: StreamElsewhere): Promise<Response> {
  const { peerMessages, sessionId, server, lastEventId } = stream;
  const begun = Promise.withResolvers<number>();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let deadline = setTimeout(end, peerMessages.answerMs);
  const encoder = new TextEncoder();
  const { ask, sent, stop } = peerMessages.listen(server, sessionId, { kind: "resume", lastEventId }, hear);
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
    async cancel() {
      end();
      await peerMessages.send(server, sessionId, { kind: "leave", ask });
    },
  });

  function hear(answer: PeerAnswer): void {
    clearTimeout(deadline);
    deadline = setTimeout(end, SILENCE_MS);
    if (answer.kind === "reply") begun.resolve(Number(answer.value));
    else if (answer.kind === "piece") controller?.enqueue(encoder.encode(answer.text));
    else end();
  }

  function end(): void {
    clearTimeout(deadline);
    stop();
    begun.resolve(404);
    try {
      controller?.close();
    } catch {
      // The client has left.
    }
  }

  await sent;
  const status = await begun.promise;
  if (status === 200) return new Response(body, { headers: streamHeaders(sessionId) });
  end();
  if (status !== 404) return refusal(status, -32000, "This stream cannot be resumed now.");
  return refusal(404, -32001, "The server of this stream is gone: send initialize to start a new session.");
}

/** Gives a stream to a client that reads it through another server, until the returned function is called. */
export function serveElsewhere(
  session: SharedSession,
  {
    peerMessages,
    to,
    ask,
    lastEventId,
  }: { peerMessages: PeerMessages; to: string; ask: string; lastEventId: string },
): { readonly done: Promise<void>; readonly leave: () => void } {
  const sessionId = session.transport.sessionId!;
  const left = new AbortController();

  async function serve(): Promise<void> {
    const release = session.transport.hold();
    try {
      const response = await session.transport.handleRequest(listening(sessionId, lastEventId));
      await peerMessages.send(to, sessionId, { kind: "reply", ask, value: response.status });
      if (response.status === 200 && response.body) await pump(response.body);
      await peerMessages.send(to, sessionId, { kind: "over", ask });
    } finally {
      release();
    }
  }

  async function pump(body: ReadableStream<Uint8Array>): Promise<void> {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    left.signal.addEventListener("abort", () => void reader.cancel().catch(() => {}), { once: true });
    for (;;) {
      const { done, value } = await reader.read();
      if (done || left.signal.aborted) return;
      await peerMessages.send(to, sessionId, { kind: "piece", ask, text: value });
    }
  }

  return { done: serve(), leave: () => left.abort() };
}

function listening(sessionId: string, lastEventId: string): Request {
  const headers = { accept: "text/event-stream", "mcp-session-id": sessionId, "last-event-id": lastEventId };
  return new Request("http://127.0.0.1/mcp", { headers });
}

function streamHeaders(sessionId: string): Record<string, string> {
  return {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-cache, no-transform",
    "X-Accel-Buffering": "no",
    "mcp-session-id": sessionId,
  };
}
