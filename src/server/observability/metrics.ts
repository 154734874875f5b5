import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import { readSelector, selected } from "../../telemetry/selector.ts";
import { defineObserving, type Observer } from "./operation.ts";

/** Answers an instant query, from Prometheus if configured, else from the metrics of this process. */
export const metrics = defineObserving({
  name: "metrics",
  summary: "{query, time?}",
  input: z.object({ query: z.string(), time: z.string().optional() }),
  aliases: { query: ["expr", "promql"] },
  example: { query: "thoughtbox_thoughts_total" },
  async run({ query, time }, { observer, progress }) {
    const checked = needQuery("metrics", query);
    const { prometheus } = observer;
    if (!prometheus) return fromProcess(observer, checked, time);
    const instant: Record<string, string> = time?.trim() ? { time: needTime("time", time) } : {};
    const data = await prometheus.query({ query: checked, ...instant }, progress.signal);
    return { status: "success", data, source: "prometheus" };
  },
});

async function fromProcess(observer: Observer, query: string, time: string | undefined) {
  const selector = time?.trim() ? undefined : readSelector(query);
  if (!selector)
    throw new Failure("NOT_CONFIGURED", {
      what: 'Without Prometheus, a query can only be a metric name with label matchers, such as thoughtbox_thoughts_total{source="think"}; functions, ranges, times and other regular expressions need Prometheus.',
      settings: "PROMETHEUS_URL",
    });
  const samples = await observer.samples();
  const data = selected(samples, selector, Date.now());
  return {
    status: "success",
    data,
    source: "process",
    ...(data.result.length === 0 && {
      hint: `No series matches. Metrics here: ${[...new Set(samples.map(({ name }) => name))].join(", ")}`,
    }),
  };
}

/** The default range: the last hour in about 60 steps. */
const DEFAULT_SECONDS = 3_600;
const DEFAULT_STEPS = 60;

/** Answers a query over time. Needs a Prometheus server. */
export const metricsRange = defineObserving({
  name: "metrics_range",
  summary: "{query, start?, end?, step?}",
  input: z.object({
    query: z.string(),
    start: z.string().optional(),
    end: z.string().optional(),
    step: z.string().optional(),
  }),
  aliases: { query: ["expr", "promql"], start: ["from"], end: ["to"] },
  example: {
    query: "rate(thoughtbox_thoughts_total[5m])",
    start: "2025-01-15T10:00:00Z",
    end: "2025-01-15T12:00:00Z",
    step: "1m",
  },
  async run({ query, start, end, step }, { observer: { prometheus }, progress }) {
    const checked = needQuery("metrics_range", query);
    const until = Number(needTime("end", end?.trim() || String(Date.now() / 1000)));
    const from = Number(needTime("start", start?.trim() || String(until - DEFAULT_SECONDS)));
    if (from > until)
      throw new Failure("INVALID_ARGUMENT", {
        problem: "args.start must be earlier than args.end.",
      });
    const every = needStep(step?.trim() || String(Math.max(1, Math.ceil((until - from) / DEFAULT_STEPS))));
    if (!prometheus)
      throw new Failure("NOT_CONFIGURED", {
        what: "Ranges need a Prometheus server, and none is configured; the operation metrics returns current values.",
        settings: "PROMETHEUS_URL",
      });
    const range = { query: checked, start: String(from), end: String(until), step: every };
    return {
      status: "success",
      data: await prometheus.queryRange(range, progress.signal),
      source: "prometheus",
    };
  },
});

/** The longest query that is forwarded. */
const MAX_CHARACTERS = 10_000;

/** Checks a query; throws when it is missing or too long. */
function needQuery(operation: string, query: string | undefined): string {
  const text = query?.trim() ?? "";
  if (text === "" || text.length > MAX_CHARACTERS)
    throw new Failure("INVALID_ARGUMENT", {
      problem: `${operation} needs args.query: a PromQL expression of at most ${MAX_CHARACTERS} characters, such as thoughtbox_thoughts_total.`,
    });
  return text;
}

/** Checks a time: ISO 8601, or seconds since 1970. Returns it in Prometheus format. */
function needTime(name: string, text: string): string {
  const trimmed = text.trim();
  if (/^\d{1,11}(\.\d{1,9})?$/.test(trimmed)) return trimmed;
  const time = /^\d{4}-\d\d-\d\d/.test(trimmed) ? Date.parse(trimmed) : Number.NaN;
  if (!Number.isNaN(time)) return String(time / 1000);
  throw new Failure("INVALID_ARGUMENT", {
    problem: `args.${name} must be a time such as 2026-11-15T10:00:00Z, or seconds since 1970.`,
  });
}

/** Checks a step: seconds, or a duration such as 1m. */
function needStep(text: string): string {
  const trimmed = text.trim();
  if (/^(\d+(\.\d+)?|(\d+(ms|[smhdwy]))+)$/.test(trimmed) && !/^[0.smhdwy]+$/.test(trimmed)) return trimmed;
  throw new Failure("INVALID_ARGUMENT", {
    problem: "args.step must be a duration such as 30s, 1m or 1h, or a number of seconds.",
  });
}
