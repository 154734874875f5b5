import { createExporter, type ExporterSettings } from "./exporter.ts";
import { createTracer, type Tracer } from "./tracer.ts";

/** A tracer that sends its spans to a collector; `headers` are written as `name=value,name=value`. */
export function openTracer(settings: Omit<ExporterSettings, "headers"> & { headers?: string | undefined }): Tracer {
  return createTracer(createExporter({ ...settings, headers: readHeaders(settings.headers ?? "") }));
}

function readHeaders(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(",").map((pair) => /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair));
  return Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1]!, decoded(pair[2]!)]] : [])));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
