import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import { defineObserving } from "./operation.ts";
import { needQuery, needStep, needTime } from "./parameters.ts";

/** What is asked for when nothing is said: the last hour, in about so many steps. */
const SECONDS = 3_600;
const STEPS = 60;

/** Answers a query over time; only a Prometheus remembers. */
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
    const wanted = needQuery("metrics_range", query);
    const until = Number(needTime("end", end?.trim() || String(Date.now() / 1000)));
    const from = Number(needTime("start", start?.trim() || String(until - SECONDS)));
    if (from > until)
      throw new Failure("INVALID_ARGUMENT", {
        problem: "args.start is after args.end. Send the earlier time as start.",
      });
    const every = needStep(step?.trim() || String(Math.max(1, Math.ceil((until - from) / STEPS))));
    if (!prometheus)
      throw new Failure("NOT_CONFIGURED", {
        what: "Only a Prometheus remembers what was, and none is configured; the operation metrics tells what is now.",
        settings: "PROMETHEUS_URL",
      });
    const range = { query: wanted, start: String(from), end: String(until), step: every };
    return {
      status: "success",
      data: await prometheus.queryRange(range, progress.signal),
      source: "prometheus",
    };
  },
});
