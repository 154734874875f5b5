import { SPAN_KINDS, type Span } from "./span.ts";

/** The traced service. */
export interface Service {
  readonly name: string;
  readonly version: string;
}

/** The body of an OTLP export over HTTP with JSON. */
export function otlpBody(service: Service, spans: readonly Span[]): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: {
          attributes: attributes({ "service.name": service.name, "service.version": service.version }),
        },
        scopeSpans: [{ scope: { name: service.name, version: service.version }, spans: spans.map(spanBody) }],
      },
    ],
  });
}

function spanBody(span: Span) {
  const { error } = span;
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    name: span.name,
    kind: SPAN_KINDS[span.kind],
    startTimeUnixNano: nanoseconds(span.start),
    endTimeUnixNano: nanoseconds(span.end),
    attributes: attributes({ ...span.attributes, ...(error !== undefined && { "error.type": error }) }),
    status: error === undefined ? {} : { code: 2 },
  };
}

function attributes(given: Span["attributes"]) {
  return Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ({ key, value: otlpValue(value!) }));
}

function otlpValue(value: string | number | boolean) {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  // OTLP encodes 64-bit integers as strings in JSON.
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** A number cannot hold nanoseconds since 1970, so the last three digits are zero. */
const nanoseconds = (milliseconds: number): string => `${Math.round(milliseconds * 1000)}000`;
