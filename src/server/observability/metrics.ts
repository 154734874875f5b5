import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import { readSelector, selected } from "../../telemetry/selector.ts";
import type { Observer } from "./observer.ts";
import { defineObserving } from "./operation.ts";
import { needQuery, needTime } from "./parameters.ts";

/** Answers an instant query: by Prometheus where there is one, else from the figures of this process. */
export const metrics = defineObserving({
  name: "metrics",
  summary: "{query, time?}",
  input: z.object({ query: z.string(), time: z.string().optional() }),
  aliases: { query: ["expr", "promql"] },
  example: { query: "thoughtbox_thoughts_total" },
  async run({ query, time }, { observer, progress }) {
    const wanted = needQuery("metrics", query);
    const { prometheus } = observer;
    if (!prometheus) return fromProcess(observer, wanted, time);
    const at: Record<string, string> = time?.trim() ? { time: needTime("time", time) } : {};
    const data = await prometheus.query({ query: wanted, ...at }, progress.signal);
    return { status: "success", data, source: "prometheus" };
  },
});

async function fromProcess(observer: Observer, query: string, time: string | undefined) {
  const selector = time?.trim() ? undefined : readSelector(query);
  if (!selector)
    throw new Failure("NOT_CONFIGURED", {
      what: 'Without a Prometheus only a name with label matchers can be asked, such as thoughtbox_thoughts_total{source="think"}: functions, ranges, times and further regular expressions need one.',
      settings: "PROMETHEUS_URL",
    });
  const samples = await observer.samples();
  const data = selected(samples, selector, Date.now());
  return {
    status: "success",
    data,
    source: "process",
    ...(data.result.length === 0 && {
      hint: `No series fits. Names here: ${[...new Set(samples.map(({ name }) => name))].join(", ")}`,
    }),
  };
}
