import { trimEnd } from "../../ledger/trim-end.ts";
import { otlpBody, type Service } from "./otlp.ts";
import type { Span } from "./span.ts";

/** Options of the exporter. */
export interface ExporterSettings {
  /** Base address of the collector, as in OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly service: Service;
  /** Called at most once a minute with the number of lost spans. */
  readonly onLost: (count: number, reason: string) => void;
}

/** Sends spans to a collector in batches, without delaying the traced work. */
export interface Exporter {
  add(span: Span): void;
  /** Sends the pending spans. */
  close(): Promise<void>;
}

/** How long spans are collected into a batch. */
const PAUSE_MS = 1_000;
const BATCH = 256;
/** Bounds memory while the collector is unreachable. */
const MOST_WAITING = 2_048;
const TIMEOUT_MS = 5_000;
const REPORT_MS = 60_000;

/** Creates the exporter of a process. */
export function createExporter({ endpoint, headers, service, onLost }: ExporterSettings): Exporter {
  const url = `${trimEnd(endpoint, "/")}/v1/traces`;
  const waiting: Span[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let lost = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;

  function lose(count: number, reason: string): void {
    lost += count;
    if (performance.now() - reportedAt < REPORT_MS) return;
    reportedAt = performance.now();
    onLost(lost, reason);
    lost = 0;
  }

  async function send(spans: readonly Span[]): Promise<void> {
    try {
      const answer = await fetch(url, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: otlpBody(service, spans),
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.body?.cancel();
      if (!answer.ok) lose(spans.length, `HTTP ${answer.status}`);
    } catch (error) {
      const { cause = error } = error as Error;
      lose(spans.length, (cause as NodeJS.ErrnoException).code ?? (cause as Error).message);
    }
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) await send(waiting.splice(0, BATCH));
  }

  function start(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    sending ??= drain().finally(() => {
      sending = undefined;
    });
    return sending;
  }

  return {
    add(span) {
      if (waiting.length >= MOST_WAITING) return lose(1, "too many pending spans");
      waiting.push(span);
      if (waiting.length >= BATCH) void start();
      else timer ??= setTimeout(start, PAUSE_MS).unref();
    },
    async close() {
      await start();
      // Spans that arrived during the last send.
      await start();
    },
  };
}
