/** A span's position in its trace. */
export interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly sampled: boolean;
}

/** A finished piece of work. */
export interface Span extends SpanContext {
  readonly name: string;
  readonly kind: keyof typeof SPAN_KINDS;
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
  readonly attributes: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Failure code; never text from a caller or a model. */
  readonly error?: string | undefined;
}

/** OTLP's numbers for the kinds of spans. */
export const SPAN_KINDS = { internal: 1, server: 2, client: 3 } as const;

/** Parses a W3C `traceparent`; undefined if it is invalid. */
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
