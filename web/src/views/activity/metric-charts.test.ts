import { expect, test } from "vitest";
import type { MetricsSnapshot } from "../../data/api-types.ts";
import { CHARTS } from "./metric-charts.ts";

const snapshot = (second: number, samples: Readonly<Record<string, number>>): MetricsSnapshot => ({
  at: new Date(second * 1_000).toISOString(),
  samples: Object.entries(samples).map(([key, value]) => {
    const [name, outcome] = key.split(" ");
    const labels: Record<string, string> = outcome === undefined ? {} : { outcome };
    return { name: name!, labels, value };
  }),
});
const line = (title: string, snapshots: readonly MetricsSnapshot[]) =>
  CHARTS.find((chart) => chart.title === title)!.series(snapshots).values;

const CALLS = "thoughtbox_tool_calls_total";

test("[WB66] counters become rates summed over labels, with a separate rate of failures", () => {
  const snapshots = [
    snapshot(0, { [`${CALLS} ok`]: 10, [`${CALLS} failed`]: 1 }),
    snapshot(30, { [`${CALLS} ok`]: 20, [`${CALLS} failed`]: 3, [`${CALLS} refused`]: 1 }),
  ];
  expect(line("Tool calls", snapshots)).toEqual([26]);
  expect(line("Failed tool calls", snapshots)).toEqual([6]);
});

test("[WB66] shows mean durations, memory levels and busy shares, and skips restarts", () => {
  const snapshots = [
    snapshot(0, { process_resident_memory_bytes: 52_428_800, nodejs_eventloop_active_seconds_total: 1 }),
    snapshot(10, {
      process_resident_memory_bytes: 104_857_600,
      nodejs_eventloop_active_seconds_total: 3,
      thoughtbox_tool_duration_seconds_sum: 1,
      thoughtbox_tool_duration_seconds_count: 4,
    }),
    snapshot(20, { process_resident_memory_bytes: 0, nodejs_eventloop_active_seconds_total: 0.5 }),
  ];
  expect(line("Memory", snapshots)).toEqual([50, 100, 0]);
  expect(line("Event loop busy", snapshots)).toEqual([20]);
  expect(line("Mean call duration", snapshots)[0]).toBe(250);
  expect(line("Memory", [])).toEqual([]);
});
