import { createExporter, type ExporterSettings } from "./exporter.ts";
import { chatSpan, type EndedRun, type EndedTurn, runSpan, type StartedCall, toolSpan } from "./spans.ts";
import { createTracer } from "./tracer.ts";

/** Tells a collector of calls of tools, and of the turns of models and runs of cells inside them. */
export interface Tracing {
  /** Runs a call of a tool as one span; `errorOf` tells the code of an answer that failed. */
  call<T>(call: StartedCall, work: () => Promise<T>, errorOf: (value: T) => string | undefined): Promise<T>;
  turnEnded(turn: EndedTurn): void;
  cellRan(run: EndedRun): void;
  /** Sends the spans at hand. */
  close(): Promise<void>;
}

/** What tracing is made from; `headers` are written as `name=value,name=value`. */
export type TracingSettings = Omit<ExporterSettings, "headers"> & { readonly headers?: string | undefined };

/** Begins to trace. */
export function openTracing(settings: TracingSettings): Tracing {
  const exporter = createExporter({ ...settings, headers: readHeaders(settings.headers ?? "") });
  const tracer = createTracer(exporter);
  return {
    call: (call, work, errorOf) => tracer.run(call.traceparent, toolSpan(call), work, errorOf),
    turnEnded: (turn) =>
      tracer.ended(turn.latencyMs, chatSpan(turn), turn.error === undefined ? undefined : "engine_error"),
    cellRan: (run) =>
      tracer.ended(run.durationMs, runSpan(run), run.status === "completed" ? undefined : run.status),
    close: () => exporter.close(),
  };
}

function readHeaders(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(",").map((pair) => /^([^=\s]+)\s*=([\s\S]*)$/.exec(pair.trim()));
  return Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1]!, decoded(pair[2]!.trim())]] : [])));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
