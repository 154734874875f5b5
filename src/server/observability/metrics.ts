import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import { readSelector, selected } from "../../telemetry/selector.ts";
import type { Observer } from "./observer.ts";
import { defineObserving } from "./operation.ts";
import { needQuery, needTime } from "./parameters.ts";

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
