import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import { defineObserving } from "./operation.ts";
import { needQuery, needStep, needTime } from "./parameters.ts";

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
