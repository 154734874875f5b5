import { failureOf } from "./failure.ts";
import type { ApiEvent } from "./route.ts";

/** How a stream of events is sent. */
export interface StreamOptions {
  /** Called once, when the stream has ended for any reason. */
  readonly onEnd: () => void;
  /** Called with an error thrown while streaming; the reader gets an `error` event. */
  readonly onFault: (error: unknown) => void;
  /** How often a keep-alive line is sent, so that both ends notice a broken connection. */
  readonly heartbeatMs?: number;
  /** How long to wait for a reader that has stopped reading. */
  readonly patienceMs?: number;
}

const HEARTBEAT_MS = 15_000;
const PATIENCE_MS = 30_000;
/** How many bytes may be buffered for a reader, in addition to the current event. */
const BUFFER_BYTES = 64 * 1024;

/**
 * Answers with server-sent events. The next event is requested only after the reader has taken the previous ones, so that
 * at most one event waits in memory; a reader that does not read for a while is dropped.
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

  /** Waits until the reader has made room; false if it has left or does not read. */
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
      put({ event: "error", data: failureOf(error).error });
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
        // The reader disconnected while an event was being written.
        send(controller).catch(() => end());
      },
      pull: () => taken.resolve(),
      cancel: end,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: BUFFER_BYTES }),
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
