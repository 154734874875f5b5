import { errorResponse } from "./error-response.ts";
import type { PeerAnswer, PeerMessages } from "./peer-messages.ts";
import type { SharedSession } from "./shared-session.ts";

/** A stream that another server has started. */
export interface RemoteStream {
  readonly peerMessages: PeerMessages;
  readonly sessionId: string;
  readonly server: string;
  readonly lastEventId: string;
}

/** Streams send a heartbeat every 15 seconds: after this much silence, the other server is gone. */
const SILENCE_MS = 45_000;

/** Resumes a stream of another server; answers 404, as after a restart, when that server is gone. */
export async function resumeRemoteStream(stream: RemoteStream): Promise<Response> {
  const { peerMessages, sessionId, server, lastEventId } = stream;
  const started = Promise.withResolvers<number>();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let deadline = setTimeout(end, peerMessages.answerMs);
  const encoder = new TextEncoder();
  const question = { kind: "resume", lastEventId } as const;
  const { ask, sent, stop } = peerMessages.listen(server, sessionId, question, onAnswer);
  const body = new ReadableStream<Uint8Array>({
    start(value) {
      controller = value;
    },
    async cancel() {
      end();
      await peerMessages.send(server, sessionId, { kind: "leave", ask });
    },
  });

  function onAnswer(answer: PeerAnswer): void {
    clearTimeout(deadline);
    deadline = setTimeout(end, SILENCE_MS);
    if (answer.kind === "reply") started.resolve(Number(answer.value));
    else if (answer.kind === "piece") controller?.enqueue(encoder.encode(answer.text));
    else end();
  }

  function end(): void {
    clearTimeout(deadline);
    stop();
    started.resolve(404);
    try {
      controller?.close();
    } catch {
      // The client has disconnected.
    }
  }

  await sent;
  const status = await started.promise;
  if (status === 200)
    return new Response(body, {
      headers: {
        "Content-Type": "text/event-stream",
        "Cache-Control": "no-cache, no-transform",
        "X-Accel-Buffering": "no",
        "mcp-session-id": sessionId,
      },
    });
  end();
  if (status !== 404) return errorResponse(status, -32000, "This stream cannot be resumed now.");
  return errorResponse(
    404,
    -32001,
    "The server of this stream is gone. Send initialize to start a new session.",
  );
}

/** Serves a stream to a client that reads it through another server, until `leave` is called. */
export function serveRemoteStream(
  session: SharedSession,
  target: { peerMessages: PeerMessages; to: string; ask: string; lastEventId: string },
): { readonly done: Promise<void>; readonly leave: () => void } {
  const { peerMessages, to, ask, lastEventId } = target;
  const sessionId = session.transport.sessionId!;
  const left = new AbortController();

  async function serve(): Promise<void> {
    const release = session.transport.hold();
    const headers = {
      accept: "text/event-stream",
      "mcp-session-id": sessionId,
      "last-event-id": lastEventId,
    };
    try {
      const response = await session.transport.handleRequest(
        new Request("http://127.0.0.1/mcp", { headers }),
      );
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
