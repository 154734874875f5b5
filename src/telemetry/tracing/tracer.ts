import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { Exporter } from "./exporter.ts";
import { readTraceparent, type Span, type SpanContext } from "./span.ts";

/** What is told of a piece of work before it is done. */
export type SpanFacts = Pick<Span, "name" | "kind" | "attributes">;

/** Makes spans: those of work that is run here, and those of work inside it that has ended already. */
export interface Tracer {
  /** Runs work as one span, under the caller's if there is one; `errorOf` tells the code of a failed answer. */
  run<T>(
    traceparent: unknown,
    facts: SpanFacts,
    work: () => Promise<T>,
    errorOf: (value: T) => string | undefined,
  ): Promise<T>;
  /** A piece of the work at hand that ended just now and took so long. */
  ended(milliseconds: number, facts: SpanFacts, error?: string): void;
}

/** Makes the tracer of a process. */
export function createTracer(exporter: Pick<Exporter, "add">): Tracer {
  const current = new AsyncLocalStorage<SpanContext>();
  const now = () => performance.timeOrigin + performance.now();
  const finish = (context: SpanContext, start: number, facts: SpanFacts, error: string | undefined) => {
    if (context.sampled) exporter.add({ ...context, ...facts, start, end: now(), error });
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
        finish(context, start, facts, error);
      }
    },
    ended(milliseconds, facts, error) {
      finish(contextUnder(current.getStore()), now() - milliseconds, facts, error);
    },
  };
}

/** A new place in the caller's trace, or in one of its own. */
function contextUnder(parent: Pick<SpanContext, "traceId" | "spanId" | "sampled"> | undefined): SpanContext {
  const spanId = randomBytes(8).toString("hex");
  if (!parent) return { traceId: randomBytes(16).toString("hex"), spanId, sampled: true };
  return { traceId: parent.traceId, parentSpanId: parent.spanId, spanId, sampled: parent.sampled };
}
