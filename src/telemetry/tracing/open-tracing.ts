import { createExporter, type ExporterSettings } from "./exporter.ts";
import { chatSpan, type EndedRun, type EndedTurn, runSpan, type StartedCall, toolSpan } from "./spans.ts";
import { createTracer } from "./tracer.ts";

/** Traces tool calls, and the model turns and cell runs inside them. */
export interface Tracing {
  /** Runs a tool call as one span; `errorOf` returns the code of a failed answer. */
  call<T>(call: StartedCall, work: () => Promise<T>, errorOf: (value: T) => string | undefined): Promise<T>;
  turnEnded(turn: EndedTurn): void;
  cellRan(run: EndedRun): void;
  /** Sends the pending spans. */
  close(): Promise<void>;
}

/** Options of tracing; `headers` has the form `name=value,name=value`. */
export type TracingSettings = Omit<ExporterSettings, "headers"> & { readonly headers?: string | undefined };

/** Starts tracing. */
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
