import type { MetricsSnapshot } from "../../data/api-types.ts";
import type { Series } from "../../ui/draw-line-chart.ts";

export interface MetricChart {
  readonly title: string;
  readonly unit: string;
  /** Short form of the unit, for the axis. */
  readonly axisUnit: string;
  readonly colour: "lane-1" | "lane-2" | "lane-3" | "accent";
  series(snapshots: readonly MetricsSnapshot[]): Series;
}

/** Load, errors, latency and resource use. */
export const CHARTS: readonly MetricChart[] = [
  {
    title: "Thoughts",
    unit: " thoughts/min",
    axisUnit: "",
    colour: "lane-1",
    series: rate("thoughtbox_thoughts_total"),
  },
  {
    title: "Tool calls",
    unit: " calls/min",
    axisUnit: "",
    colour: "lane-1",
    series: rate("thoughtbox_tool_calls_total"),
  },
  {
    title: "Failed tool calls",
    unit: " calls/min",
    axisUnit: "",
    colour: "accent",
    series: rate("thoughtbox_tool_calls_total", ({ outcome }) => outcome !== "ok"),
  },
  { title: "Mean call duration", unit: " ms", axisUnit: " ms", colour: "lane-2", series: meanDuration },
  {
    title: "Memory",
    unit: " MB",
    axisUnit: " MB",
    colour: "lane-3",
    series: level("process_resident_memory_bytes", 1 / 1_048_576),
  },
  { title: "Event loop busy", unit: "%", axisUnit: "%", colour: "lane-3", series: busy },
];

type Labels = Readonly<Record<string, string>>;

function total(
  snapshot: MetricsSnapshot,
  name: string,
  counts: (labels: Labels) => boolean = () => true,
): number {
  return snapshot.samples
    .filter((sample) => sample.name === name && counts(sample.labels))
    .reduce((sum, { value }) => sum + value, 0);
}

const secondsOf = ({ at }: MetricsSnapshot): number => Date.parse(at) / 1_000;

/** One value for each pair of consecutive snapshots. A server restart resets counters and yields no value. */
function between(
  snapshots: readonly MetricsSnapshot[],
  measure: (before: MetricsSnapshot, after: MetricsSnapshot) => number,
): Series {
  const times: number[] = [];
  const values: number[] = [];
  for (let index = 1; index < snapshots.length; index++) {
    const value = measure(snapshots[index - 1]!, snapshots[index]!);
    if (!Number.isFinite(value) || value < 0) continue;
    times.push(secondsOf(snapshots[index]!));
    values.push(value);
  }
  return { times, values };
}

function rate(name: string, counts?: (labels: Labels) => boolean) {
  return (snapshots: readonly MetricsSnapshot[]): Series =>
    between(snapshots, (before, after) => {
      const minutes = (secondsOf(after) - secondsOf(before)) / 60;
      return (total(after, name, counts) - total(before, name, counts)) / minutes;
    });
}

function level(name: string, factor: number) {
  return (snapshots: readonly MetricsSnapshot[]): Series => ({
    times: snapshots.map(secondsOf),
    values: snapshots.map((snapshot) => total(snapshot, name) * factor),
  });
}

function meanDuration(snapshots: readonly MetricsSnapshot[]): Series {
  const name = "thoughtbox_tool_duration_seconds";
  return between(snapshots, (before, after) => {
    const calls = total(after, `${name}_count`) - total(before, `${name}_count`);
    const seconds = total(after, `${name}_sum`) - total(before, `${name}_sum`);
    return calls === 0 ? 0 : (seconds / calls) * 1_000;
  });
}

function busy(snapshots: readonly MetricsSnapshot[]): Series {
  const name = "nodejs_eventloop_active_seconds_total";
  return between(snapshots, (before, after) => {
    const share = (total(after, name) - total(before, name)) / (secondsOf(after) - secondsOf(before));
    return Math.min(100, share * 100);
  });
}
