import { metrics } from "../../src/telemetry/metrics.ts";

/** One alert: its condition, how long it must hold, and what to do. */
export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly severity: "critical" | "warning";
  readonly summary: string;
  readonly description: string;
}

const { toolCalls, engineCalls, engineCost, notebookRuns, storeDuration, storeFailures, feedLag } = metrics;

/** Conditions that someone should be notified of. */
export const alerts: readonly Alert[] = [
  {
    alert: "ClewDown",
    expr: 'up{job="clew"} == 0',
    for: "1m",
    severity: "critical",
    summary: "Clew on {{ $labels.instance }} does not answer",
    description: "Agents cannot record what they think. See whether the process runs, and its log.",
  },
  {
    alert: "ClewStoreFailing",
    expr: `sum by (instance, operation) (increase(${storeFailures.name}[5m])) > 0`,
    for: "1m",
    severity: "critical",
    summary: "The ledger on {{ $labels.instance }} fails to {{ $labels.operation }}",
    description: "The disk may be full or read-only, or the file locked. `clew doctor` shows which.",
  },
  {
    alert: "ClewAppendSlow",
    expr: `histogram_quantile(0.99, sum by (le, instance) (rate(${storeDuration.name}_bucket{operation="append"}[5m]))) > 0.5`,
    for: "10m",
    severity: "warning",
    summary: "One in a hundred thoughts waits over half a second for the disk",
    description: "Another program may use the disk, or many processes write to one ledger.",
  },
  {
    alert: "ClewToolsFailing",
    expr: `sum by (tool) (rate(${toolCalls.name}{outcome="failed"}[10m])) / sum by (tool) (rate(${toolCalls.name}[10m])) > 0.05`,
    for: "10m",
    severity: "warning",
    summary: "More than one in twenty calls of {{ $labels.tool }} fail",
    description: "`clew invocations list --failed` shows them with their reasons.",
  },
  {
    alert: "ClewEngineFailing",
    expr: `sum by (provider) (rate(${engineCalls.name}{outcome="failed"}[10m])) / sum by (provider) (rate(${engineCalls.name}[10m])) > 0.2`,
    for: "10m",
    severity: "warning",
    summary: "More than one in five turns of {{ $labels.provider }} fail",
    description: "The service may be down, the key refused or a limit reached.",
  },
  {
    alert: "ClewEngineCostHigh",
    expr: `sum(increase(${engineCost.name}[1h])) > 10`,
    for: "5m",
    severity: "warning",
    summary: "Models have cost over 10 dollars in an hour",
    description: "The dashboard of engines shows which.",
  },
  {
    alert: "ClewNotebooksEnded",
    expr: `sum(rate(${notebookRuns.name}{status=~"timeout|killed"}[15m])) / sum(rate(${notebookRuns.name}[15m])) > 0.5`,
    for: "15m",
    severity: "warning",
    summary: "More than half of the runs of cells are ended by a limit",
    description: "The limits of notebooks may be too narrow for what is run.",
  },
  {
    alert: "ClewFeedBehind",
    expr: `max by (instance) (${feedLag.name}) > 1000`,
    for: "5m",
    severity: "warning",
    summary: "Followers on {{ $labels.instance }} are {{ $value }} changes behind",
    description: "The process may be overloaded: see the event loop on the dashboard of the store.",
  },
];
