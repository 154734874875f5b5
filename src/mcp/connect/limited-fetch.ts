import { splitLines } from "./lines.ts";
import { longAnswer, refuseLong } from "./too-long.ts";

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** How much is read of a body that only explains an error. */
const MAX_EXPLANATION = 64 * 1024;

/** A fetch whose answers cannot fill the memory: what is too long becomes an error that the one who waits for it gets. */
export function limitedFetch(maxMessageBytes: number, fetchAnswer: Fetch = fetch): Fetch {
  return async (url, init) => {
    const response = await fetchAnswer(url, init);
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    if (headers.get("content-type")?.startsWith("text/event-stream"))
      return keepAddress(
        new Response(response.body.pipeThrough(limitEvents(maxMessageBytes)), {
          status,
          statusText,
          headers,
        }),
        response,
      );
    const limit = response.ok ? maxMessageBytes : MAX_EXPLANATION;
    const { bytes, whole } = await readSome(response.body, limit);
    const id = whole || !response.ok ? undefined : requestId(init?.body);
    const body = id === undefined ? bytes : JSON.stringify(longAnswer(id, bytes.length, limit));
    return keepAddress(new Response(body, { status, statusText, headers }), response);
  };
}

/** Whoever follows redirects looks at where an answer came from. */
function keepAddress(response: Response, { url, redirected }: Response): Response {
  return Object.defineProperties(response, { url: { value: url }, redirected: { value: redirected } });
}

/** Passes events on line by line; a line of data that is too long is replaced by an error, or left out. */
function limitEvents(limit: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let feed: (chunk: Buffer) => void;
  let rest = false;
  return new TransformStream({
    start(controller) {
      const write = (line: string) => controller.enqueue(encoder.encode(`${line}\n`));
      feed = splitLines(limit, {
        onEmpty: () => write(""),
        onLine: write,
        onEndless: (bytes) =>
          controller.error(new Error(`The server wrote a line of ${bytes} bytes without ending it.`)),
        onLong({ head, ...line }) {
          const refused = refuseLong({ ...line, head: head.replace(/^data: ?/, "") }, limit);
          if (refused) write(`data: ${JSON.stringify(refused)}`);
        },
      });
    },
    transform(chunk) {
      feed(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
      rest = chunk.at(-1) !== 10;
    },
    flush() {
      if (rest) feed(Buffer.from("\n"));
    },
  });
}

async function readSome(body: ReadableStream<Uint8Array>, limit: number) {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    parts.push(part);
    size += part.length;
    // Leaving the loop cancels the rest.
    if (size > limit) break;
  }
  const bytes = Buffer.concat(parts);
  return { bytes: bytes.subarray(0, limit + 1), whole: size <= limit };
}

function requestId(body: unknown): string | number | undefined {
  try {
    return JSON.parse(String(body)).id;
  } catch {
    return undefined;
  }
}
