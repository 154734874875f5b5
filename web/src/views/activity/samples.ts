import type { Figures } from "../../data/api-types.ts";

/** What the server said of itself at one time. */
export type Reading = Figures;

/** A line of a chart: a value for each time, in seconds since 1970. */
export interface Line {
  readonly times: readonly number[];
  readonly values: readonly number[];
}

/** What a chart shows. */
export interface ChartKind {
  readonly title: string;
  readonly unit: string;
  readonly colour: "lane-1" | "lane-2" | "lane-3" | "accent";
  line(readings: readonly Reading[]): Line;
}

/** The figures that matter: what is asked of the server, how it answers, and what it costs. */
export const CHARTS: readonly ChartKind[] = [
  { title: "Thoughts a minute", unit: "", colour: "lane-1", line: rate("thoughtbox_thoughts_total") },
  { title: "Calls of tools a minute", unit: "", colour: "lane-1", line: rate("thoughtbox_tool_calls_total") },
  {
    title: "Refused and failed calls a minute",
    unit: "",
    colour: "accent",
    line: rate("thoughtbox_tool_calls_total", ({ outcome }) => outcome !== "ok"),
  },
  { title: "A call takes, on average", unit: " ms", colour: "lane-2", line: meanDuration },
  {
    title: "Memory",
    unit: " MB",
    colour: "lane-3",
    line: level("process_resident_memory_bytes", 1 / 1_048_576),
  },
  { title: "The process is busy", unit: " %", colour: "lane-3", line: busy },
];

type Labels = Readonly<Record<string, string>>;

function total(reading: Reading, name: string, counts: (labels: Labels) => boolean = () => true): number {
  return reading.samples
    .filter((sample) => sample.name === name && counts(sample.labels))
    .reduce((sum, { value }) => sum + value, 0);
}

const secondsOf = ({ at }: Reading): number => Date.parse(at) / 1_000;

/** One value for each two readings that follow each other; where the server began anew there is none. */
function between(readings: readonly Reading[], value: (before: Reading, after: Reading) => number): Line {
  const times: number[] = [];
  const values: number[] = [];
  for (let at = 1; at < readings.length; at++) {
    const found = value(readings[at - 1]!, readings[at]!);
    if (!Number.isFinite(found) || found < 0) continue;
    times.push(secondsOf(readings[at]!));
    values.push(found);
  }
  return { times, values };
}

function rate(name: string, counts?: (labels: Labels) => boolean) {
  return (readings: readonly Reading[]): Line =>
    between(readings, (before, after) => {
      const minutes = (secondsOf(after) - secondsOf(before)) / 60;
      return (total(after, name, counts) - total(before, name, counts)) / minutes;
    });
}

function level(name: string, factor: number) {
  return (readings: readonly Reading[]): Line => ({
    times: readings.map(secondsOf),
    values: readings.map((reading) => total(reading, name) * factor),
  });
}

function meanDuration(readings: readonly Reading[]): Line {
  const name = "thoughtbox_tool_duration_seconds";
  return between(readings, (before, after) => {
    const calls = total(after, `${name}_count`) - total(before, `${name}_count`);
    const seconds = total(after, `${name}_sum`) - total(before, `${name}_sum`);
    return calls === 0 ? 0 : (seconds / calls) * 1_000;
  });
}

function busy(readings: readonly Reading[]): Line {
  const name = "nodejs_eventloop_active_seconds_total";
  return between(readings, (before, after) => {
    const share = (total(after, name) - total(before, name)) / (secondsOf(after) - secondsOf(before));
    return Math.min(100, share * 100);
  });
}
