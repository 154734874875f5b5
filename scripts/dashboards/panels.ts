import type { DashboardName } from "../../src/telemetry/dashboards.ts";
import { metrics } from "../../src/telemetry/metrics.ts";

/** One chart of a dashboard: PromQL expressions with the names of their lines. */
export interface Panel {
  readonly title: string;
  /** What to make of it. */
  readonly description: string;
  /** A unit of Grafana's. */
  readonly unit: string;
  readonly lines: readonly { readonly expr: string; readonly legend: string }[];
  /** A number as of now instead of lines over time. */
  readonly stat?: true;
}

const {
  thoughts,
  notes,
  noteDelivery,
  sessions,
  activeSessions,
  toolCalls,
  toolDuration,
  engineCalls,
  engineTokens,
  engineCost,
  engineDuration,
  notebookRuns,
  notebookDuration,
  jobs,
  jobsTakenOver,
  jobsWaiting,
  storeDuration,
  storeFailures,
  feedLag,
  cpu,
  residentMemory,
  heapUsed,
  eventLoopActive,
  build,
} = metrics;

type Named = { readonly name: string };
const rate = ({ name }: Named, by: string, matchers = "") => `sum by (${by}) (rate(${name}${matchers}[5m]))`;
const quantile = (of: number, { name }: Named, by: string) =>
  `histogram_quantile(${of}, sum by (${["le", by].filter(Boolean).join(", ")}) (rate(${name}_bucket[5m])))`;
const quantiles = (metric: Named, by: string) =>
  [0.5, 0.95, 0.99].map((of) => ({
    expr: quantile(of, metric, by),
    legend: `p${of * 100}${by === "" ? "" : ` {{${by}}}`}`,
  }));

/** What each dashboard shows. */
export const panels: Readonly<Record<DashboardName, readonly Panel[]>> = {
  "thoughtbox-overview": [
    {
      title: "Sessions active",
      description: "Written to in the last 15 minutes and not ended",
      unit: "short",
      stat: true,
      lines: [{ expr: `sum(${activeSessions.name})`, legend: "active" }],
    },
    {
      title: "Thoughts in the last hour",
      description: "Recorded through all sources",
      unit: "short",
      stat: true,
      lines: [{ expr: `sum(increase(${thoughts.name}[1h]))`, legend: "thoughts" }],
    },
    {
      title: "Sessions opened in the last hour",
      description: "By all processes that are scraped",
      unit: "short",
      stat: true,
      lines: [{ expr: `sum(increase(${sessions.name}[1h]))`, legend: "sessions" }],
    },
    {
      title: "Version",
      description: "Which versions run",
      unit: "short",
      stat: true,
      lines: [{ expr: `count by (version) (${build.name})`, legend: "{{version}}" }],
    },
    {
      title: "Thoughts by source",
      description: "Per second: which surfaces agents use",
      unit: "short",
      lines: [{ expr: rate(thoughts, "source"), legend: "{{source}}" }],
    },
    {
      title: "Thoughts by kind",
      description: "Per second: how much branching and revising there is",
      unit: "short",
      lines: [{ expr: rate(thoughts, "kind"), legend: "{{kind}}" }],
    },
    {
      title: "Share of revisions",
      description: "Of all thoughts in the last hour",
      unit: "percentunit",
      lines: [
        {
          expr: `sum(increase(${thoughts.name}{kind="revision"}[1h])) / (sum(increase(${thoughts.name}[1h])) > 0)`,
          legend: "revisions",
        },
      ],
    },
    {
      title: "Notes by state",
      description: "Per second: notes that people wrote, and that agents received and answered",
      unit: "short",
      lines: [{ expr: rate(notes, "state"), legend: "{{state}}" }],
    },
    {
      title: "Time from note to delivery",
      description: "From writing a note to the first answer that carried it",
      unit: "s",
      lines: quantiles(noteDelivery, ""),
    },
  ],
  "thoughtbox-tools": [
    {
      title: "Calls by tool",
      description: "Per second",
      unit: "short",
      lines: [{ expr: rate(toolCalls, "tool"), legend: "{{tool}}" }],
    },
    {
      title: "Calls that were not ok",
      description: "Refused: the caller can fix it. Failed: the caller cannot",
      unit: "short",
      lines: [{ expr: rate(toolCalls, "tool, outcome", '{outcome!="ok"}'), legend: "{{tool}} {{outcome}}" }],
    },
    {
      title: "Share of failed calls",
      description: "Of all calls of a tool",
      unit: "percentunit",
      lines: [
        {
          expr: `${rate(toolCalls, "tool", '{outcome="failed"}')} / ${rate(toolCalls, "tool")}`,
          legend: "{{tool}}",
        },
      ],
    },
    {
      title: "Latency of all tools",
      description: "From the call to its answer",
      unit: "s",
      lines: quantiles(toolDuration, ""),
    },
    {
      title: "Latency by tool, p95",
      description: "From the call to its answer",
      unit: "s",
      lines: [{ expr: quantile(0.95, toolDuration, "tool"), legend: "{{tool}}" }],
    },
  ],
  "thoughtbox-engines": [
    {
      title: "Turns",
      description: "Per second, by model and outcome",
      unit: "short",
      lines: [
        {
          expr: rate(engineCalls, "provider, model, outcome"),
          legend: "{{provider}} {{model}} {{outcome}}",
        },
      ],
    },
    {
      title: "Share of failed turns",
      description: "After all retries",
      unit: "percentunit",
      lines: [
        {
          expr: `${rate(engineCalls, "provider", '{outcome="failed"}')} / ${rate(engineCalls, "provider")}`,
          legend: "{{provider}}",
        },
      ],
    },
    {
      title: "Tokens",
      description: "Per second, read and written",
      unit: "short",
      lines: [{ expr: rate(engineTokens, "model, direction"), legend: "{{model}} {{direction}}" }],
    },
    {
      title: "Cost in an hour",
      description: "Of models whose price is known",
      unit: "currencyUSD",
      lines: [{ expr: `sum by (model) (increase(${engineCost.name}[1h]))`, legend: "{{model}}" }],
    },
    {
      title: "Latency of a turn, p95",
      description: "Until the turn has ended",
      unit: "s",
      lines: [{ expr: quantile(0.95, engineDuration, "model"), legend: "{{model}}" }],
    },
  ],
  "thoughtbox-notebooks": [
    {
      title: "Runs of cells",
      description: "Per second, by how they ended",
      unit: "short",
      lines: [{ expr: rate(notebookRuns, "status"), legend: "{{status}}" }],
    },
    {
      title: "Share of runs that were ended by a limit",
      description: "By the deadline, by another limit, or by an interrupt",
      unit: "percentunit",
      lines: [
        {
          expr: `sum(rate(${notebookRuns.name}{status=~"timeout|killed"}[5m])) / (sum(rate(${notebookRuns.name}[5m])) > 0)`,
          legend: "ended",
        },
      ],
    },
    {
      title: "Duration",
      description: "Of a cell",
      unit: "s",
      lines: quantiles(notebookDuration, ""),
    },
    {
      title: "Jobs",
      description:
        "Per second, by what they are and how they ended, where several processes share a database",
      unit: "short",
      lines: [{ expr: rate(jobs, "task, outcome"), legend: "{{task}} {{outcome}}" }],
    },
    {
      title: "Jobs that wait",
      description: "For a worker, or for their turn",
      unit: "short",
      lines: [{ expr: `max(${jobsWaiting.name})`, legend: "waiting" }],
    },
    {
      title: "Jobs taken over in the last hour",
      description: "Because the worker that had them died",
      unit: "short",
      lines: [{ expr: `sum by (task) (increase(${jobsTakenOver.name}[1h]))`, legend: "{{task}}" }],
    },
  ],
  "thoughtbox-store": [
    {
      title: "Appends",
      description: "Until durable",
      unit: "s",
      lines: [
        {
          expr: `histogram_quantile(0.5, sum by (le) (rate(${storeDuration.name}_bucket{operation="append"}[5m])))`,
          legend: "p50",
        },
        {
          expr: `histogram_quantile(0.99, sum by (le) (rate(${storeDuration.name}_bucket{operation="append"}[5m])))`,
          legend: "p99",
        },
      ],
    },
    {
      title: "Reads and searches, p95",
      description: "Time that the ledger took",
      unit: "s",
      lines: [{ expr: quantile(0.95, storeDuration, "operation"), legend: "{{operation}}" }],
    },
    {
      title: "Operations",
      description: "Per second",
      unit: "short",
      lines: [
        { expr: `sum by (operation) (rate(${storeDuration.name}_count[5m]))`, legend: "{{operation}}" },
      ],
    },
    {
      title: "Failures",
      description: "Per second, through no fault of a caller",
      unit: "short",
      lines: [{ expr: rate(storeFailures, "operation"), legend: "{{operation}}" }],
    },
    {
      title: "Feed lag",
      description: "Changes not yet delivered to followers",
      unit: "short",
      lines: [{ expr: `max by (instance) (${feedLag.name})`, legend: "{{instance}}" }],
    },
    {
      title: "Processor",
      description: "Processors in use, and how busy the event loop is",
      unit: "percentunit",
      lines: [
        { expr: `rate(${cpu.name}{job="clew"}[5m])`, legend: "processor {{instance}}" },
        { expr: `rate(${eventLoopActive.name}{job="clew"}[5m])`, legend: "event loop {{instance}}" },
      ],
    },
    {
      title: "Memory",
      description: "Of the process, and of its JavaScript heap",
      unit: "bytes",
      lines: [
        { expr: `${residentMemory.name}{job="clew"}`, legend: "resident {{instance}}" },
        { expr: `${heapUsed.name}{job="clew"}`, legend: "heap {{instance}}" },
      ],
    },
  ],
};
