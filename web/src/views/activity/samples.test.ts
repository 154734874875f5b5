import { expect, test } from "vitest";
import { CHARTS, type Reading } from "./samples.ts";

const reading = (second: number, samples: Readonly<Record<string, number>>): Reading => ({
  at: new Date(second * 1_000).toISOString(),
  samples: Object.entries(samples).map(([key, value]) => {
    const [name, outcome] = key.split(" ");
    const labels: Record<string, string> = outcome === undefined ? {} : { outcome };
    return { name: name!, labels, value };
  }),
});
const line = (title: string, readings: readonly Reading[]) =>
  CHARTS.find((chart) => chart.title === title)!.line(readings).values;

const CALLS = "thoughtbox_tool_calls_total";

test("[WB66] counters become rates over all labels, and failures are told apart", () => {
  const readings = [
    reading(0, { [`${CALLS} ok`]: 10, [`${CALLS} failed`]: 1 }),
    reading(30, { [`${CALLS} ok`]: 20, [`${CALLS} failed`]: 3, [`${CALLS} refused`]: 1 }),
  ];
  expect(line("Calls of tools a minute", readings)).toEqual([26]);
  expect(line("Refused and failed calls a minute", readings)).toEqual([6]);
});

test("[WB66] durations are means, memory is a level, busy is a share, and a restart is no fall", () => {
  const readings = [
    reading(0, { process_resident_memory_bytes: 52_428_800, nodejs_eventloop_active_seconds_total: 1 }),
    reading(10, {
      process_resident_memory_bytes: 104_857_600,
      nodejs_eventloop_active_seconds_total: 3,
      thoughtbox_tool_duration_seconds_sum: 1,
      thoughtbox_tool_duration_seconds_count: 4,
    }),
    reading(20, { process_resident_memory_bytes: 0, nodejs_eventloop_active_seconds_total: 0.5 }),
  ];
  expect(line("Memory", readings)).toEqual([50, 100, 0]);
  expect(line("The process is busy", readings)).toEqual([20]);
  expect(line("A call takes, on average", readings)[0]).toBe(250);
  expect(line("Memory", [])).toEqual([]);
});
