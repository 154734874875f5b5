/** Where a span stands in its trace. */
export interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly sampled: boolean;
}

/** A piece of work that has ended. */
export interface Span extends SpanContext {
  readonly name: string;
  readonly kind: keyof typeof SPAN_KINDS;
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
  readonly attributes: Readonly<Record<string, string | number | boolean | undefined>>;
  /** The code of the failure that it ended in; never a text that a caller or a model wrote. */
  readonly error?: string | undefined;
}

/** How OTLP numbers the kinds of spans. */
export const SPAN_KINDS = { internal: 1, server: 2, client: 3 } as const;

/** The caller of a span by a W3C `traceparent`; undefined when it is none. */
export function readTraceparent(
  text: unknown,
): Pick<SpanContext, "traceId" | "spanId" | "sampled"> | undefined {
  if (typeof text !== "string") return undefined;
  const match = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(text.trim());
  if (!match) return undefined;
  const [, version, traceId, spanId, flags, more] = match;
  if (version === "ff" || (version === "00" && more !== undefined)) return undefined;
  if (/^0+$/.test(traceId!) || /^0+$/.test(spanId!)) return undefined;
  return { traceId: traceId!, spanId: spanId!, sampled: (Number.parseInt(flags!, 16) & 1) === 1 };
}
