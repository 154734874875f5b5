import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { Exporter } from "./exporter.ts";
import { readTraceparent, type Span, type SpanContext } from "./span.ts";

/** The parts of a span that are known before the work. */
export type SpanFacts = Pick<Span, "name" | "kind" | "attributes">;

/** Creates spans, for work that it runs and for finished work inside it. */
export interface Tracer {
  /** Runs work as one span, below the caller's if there is one; `errorOf` returns the code of a failed answer. */
  run<T>(
    traceparent: unknown,
    facts: SpanFacts,
    work: () => Promise<T>,
    errorOf: (value: T) => string | undefined,
  ): Promise<T>;
  /** Records work inside the current span that just ended and took this long. */
  ended(milliseconds: number, facts: SpanFacts, error?: string): void;
}

/** Creates the tracer of a process. */
export function createTracer(exporter: Pick<Exporter, "add">): Tracer {
  const current = new AsyncLocalStorage<SpanContext>();
  const now = () => performance.timeOrigin + performance.now();
  const finish = (
    context: SpanContext,
    { start, end }: { readonly start: number; readonly end: number },
    facts: SpanFacts,
    error: string | undefined,
  ) => {
    if (context.sampled) exporter.add({ ...context, ...facts, start, end, error });
  };
  return {
    async run(traceparent, facts, work, errorOf) {
      const context = contextUnder(readTraceparent(traceparent));
      const start = now();
      let error: string | undefined = "INTERNAL";
      try {
        const value = await current.run(context, work);
        error = errorOf(value);
        return value;
      } finally {
        finish(context, { start, end: now() }, facts, error);
      }
    },
    ended(milliseconds, facts, error) {
      const end = now();
      finish(contextUnder(current.getStore()), { start: end - milliseconds, end }, facts, error);
    },
  };
}

/** A new span in the caller's trace, or in a new trace. */
function contextUnder(parent: Pick<SpanContext, "traceId" | "spanId" | "sampled"> | undefined): SpanContext {
  const spanId = randomBytes(8).toString("hex");
  if (!parent) return { traceId: randomBytes(16).toString("hex"), spanId, sampled: true };
  return { traceId: parent.traceId, parentSpanId: parent.spanId, spanId, sampled: parent.sampled };
}
