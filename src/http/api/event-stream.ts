import { failureOf } from "./failure.ts";
import type { ApiEvent } from "./route.ts";

/** How a stream of events is sent. */
export interface StreamOptions {
  /** Called once, when the stream has ended for whatever reason. */
  readonly onEnd: () => void;
  /** Told of what is thrown meanwhile; the reader is told in an `error` event. */
  readonly onFault: (error: unknown) => void;
  /** How often a line that means nothing is sent, so that both ends know that the other lives. */
  readonly heartbeatMs?: number;
  /** How long a reader that does not read is waited for. */
  readonly patienceMs?: number;
}

const HEARTBEAT_MS = 15_000;
const PATIENCE_MS = 30_000;
/** What may wait for a reader, in bytes, besides the event at hand. */
const WAITING_BYTES = 64 * 1024;

/**
 * Answers with server-sent events. No event is asked for while the reader has not taken those before, so no reader makes
 * more than an event wait in memory; one that does not read for a while is dropped.
 */
export function eventStream(events: AsyncIterable<ApiEvent>, options: StreamOptions): Response {
  const { heartbeatMs = HEARTBEAT_MS, patienceMs = PATIENCE_MS } = options;
  const encoder = new TextEncoder();
  let taken = Promise.withResolvers<void>();
  let isOpen = true;
  let heart: NodeJS.Timeout | undefined;

  function end(): void {
    if (!isOpen) return;
    isOpen = false;
    clearInterval(heart);
    taken.resolve();
    options.onEnd();
  }

  /** Whether the reader has made room; false when it has left, or does not read. */
  async function hasRoom(controller: ReadableStreamDefaultController): Promise<boolean> {
    const patience = setTimeout(() => end(), patienceMs);
    while (isOpen && (controller.desiredSize ?? 0) <= 0) {
      taken = Promise.withResolvers();
      await taken.promise;
    }
    clearTimeout(patience);
    return isOpen;
  }

  async function send(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const put = (event: ApiEvent) => controller.enqueue(encoder.encode(encode(event)));
    try {
      for await (const event of events) {
        if (!isOpen) return;
        put(event);
        if (!(await hasRoom(controller))) {
          controller.error(new Error("The reader did not read."));
          return;
        }
      }
    } catch (error) {
      if (!isOpen) return;
      options.onFault(error);
      put({ event: "error", data: failureOf(error).told });
    }
    if (!isOpen) return;
    controller.close();
    end();
  }

  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        heart = setInterval(() => {
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(":\n\n"));
        }, heartbeatMs);
        // A fault of the stream's own: the reader has left in the middle of a step.
        send(controller).catch(() => end());
      },
      pull: () => taken.resolve(),
      cancel: end,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: WAITING_BYTES }),
  );
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Accel-Buffering": "no",
    },
  });
}

function encode({ event, data, id }: ApiEvent): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
