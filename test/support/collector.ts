import type { IncomingHttpHeaders } from "node:http";
import { json } from "node:stream/consumers";
import { startWebServer } from "./web-server.ts";

/** A span as received, with its attributes parsed. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status: { readonly code?: number };
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A collector that receives spans over OTLP, HTTP with JSON. */
export interface Collector extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly { readonly url: string | undefined; readonly headers: IncomingHttpHeaders }[];
  /** Every received body, as text. */
  bodies(): string;
  spans(): readonly ReceivedSpan[];
  resource(): Readonly<Record<string, unknown>>;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, string | number | boolean>>;
}
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, "attributes"> & {
        readonly attributes: readonly Attribute[];
      })[];
    }[];
  }[];
}

/** Starts a collector that answers every export with this status. */
export async function startCollector(status = 200): Promise<Collector> {
  const exports: Export[] = [];
  const requests: { url: string | undefined; headers: IncomingHttpHeaders }[] = [];
  const server = await startWebServer(async (request, answer) => {
    requests.push({ url: request.url, headers: request.headers });
    exports.push((await json(request)) as Export);
    answer.writeHead(status, { "content-type": "application/json" }).end("{}");
  });
  return {
    ...server,
    requests,
    bodies: () => JSON.stringify(exports),
    spans: () =>
      exports.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) =>
            spans.map((span) => ({ ...span, attributes: read(span.attributes) })),
          ),
        ),
      ),
    resource: () => read(exports[0]?.resourceSpans[0]?.resource.attributes ?? []),
  };
}

function read(attributes: readonly Attribute[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      "intValue" in value ? Number(value.intValue) : Object.values(value)[0],
    ]),
  );
}
