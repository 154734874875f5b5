import {
  type AuthProvider,
  type JSONRPCMessage,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { longAnswer, refuseLong, splitLines } from "./lines.ts";
import type { HttpPlan } from "./plan.ts";

type SendOptions = Parameters<StreamableHTTPClientTransport["send"]>[1];
type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** How much is read of the body of an error response. */
const MAX_ERROR_BYTES = 64 * 1024;

/** Streamable HTTP with a size limit for answers, which also reports an answer that breaks off. */
export class HttpTransport extends StreamableHTTPClientTransport {
  constructor(
    { url, headers }: HttpPlan,
    maxMessageBytes: number,
    authProvider: AuthProvider | OAuthClientProvider | undefined,
  ) {
    super(url, {
      fetch: limitedFetch(maxMessageBytes),
      requestInit: { headers: { ...headers } },
      authProvider,
    });
  }

  /** When the stream of an answer breaks off, the SDK would let the request wait for its time limit. */
  override send(message: JSONRPCMessage | JSONRPCMessage[], options?: SendOptions): Promise<void> {
    if (Array.isArray(message) || !("method" in message) || !("id" in message) || options?.onRequestStreamEnd)
      return super.send(message, options);
    const error = { code: -32603, message: "The server broke off its answer." };
    const onRequestStreamEnd = () => this.onmessage?.({ jsonrpc: "2.0", id: message.id, error });
    return super.send(message, { ...options, onRequestStreamEnd });
  }
}

/** A fetch with bounded memory: an oversized answer becomes a JSON-RPC error for the request. */
export function limitedFetch(maxMessageBytes: number, fetchAnswer: Fetch = fetch): Fetch {
  return async (url, init) => {
    const response = await fetchAnswer(url, init);
    if (response.body === null) return response;
    if (response.headers.get("content-type")?.startsWith("text/event-stream"))
      return withBody(response, response.body.pipeThrough(limitEvents(maxMessageBytes)));
    const limit = response.ok ? maxMessageBytes : MAX_ERROR_BYTES;
    const { bytes, isComplete } = await readUpTo(response.body, limit);
    const id = isComplete || !response.ok ? undefined : requestId(init?.body);
    return withBody(response, id === undefined ? bytes : JSON.stringify(longAnswer(id, bytes.length, limit)));
  };
}

/** The response with another body. Keeps `url` and `redirected`, which callers check after redirects. */
function withBody(response: Response, body: ConstructorParameters<typeof Response>[0]): Response {
  const { status, statusText, headers, url, redirected } = response;
  return Object.defineProperties(new Response(body, { status, statusText, headers }), {
    url: { value: url },
    redirected: { value: redirected },
  });
}

/** Passes an event stream on line by line. An oversized data line is replaced by an error, or dropped. */
function limitEvents(limit: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let feed: (chunk: Buffer) => void;
  let isInLine = false;
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
      isInLine = chunk.at(-1) !== 10;
    },
    flush() {
      if (isInLine) feed(Buffer.from("\n"));
    },
  });
}

async function readUpTo(body: ReadableStream<Uint8Array>, limit: number) {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    parts.push(part);
    size += part.length;
    // Leaving the loop cancels the rest.
    if (size > limit) break;
  }
  return { bytes: Buffer.concat(parts).subarray(0, limit + 1), isComplete: size <= limit };
}

function requestId(body: unknown): string | number | undefined {
  try {
    return JSON.parse(String(body)).id;
  } catch {
    return undefined;
  }
}
