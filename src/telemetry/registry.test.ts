import fc from "fast-check";
import { expect, test } from "vitest";
import { exposition } from "./exposition.ts";
import type { Metric } from "./metrics.ts";
import { metrics } from "./metrics.ts";
import { createRegistry } from "./registry.ts";

const metric = (more: Partial<Metric>): Metric => ({
  name: "a_total",
  help: "What it is",
  type: "counter",
  labels: [],
  ...more,
});

test("[MX1] counters add up by their labels, and labels cannot break a line", async () => {
  const registry = createRegistry();
  const add = registry.counter(metric({ labels: ["tool", "outcome"], help: "one\\two\nthree" }));
  add(1, "think", "ok");
  add(2, "think", "ok");
  add(1, 'a"b\\c\nd', "ok");
  expect(exposition(await registry.families())).toBe(
    [
      "# HELP a_total one\\\\two\\nthree",
      "# TYPE a_total counter",
      'a_total{tool="think",outcome="ok"} 3',
      'a_total{tool="a\\"b\\\\c\\nd",outcome="ok"} 1',
      "",
    ].join("\n"),
  );
});

test("[MX1] a histogram bucket counts values up to its bound", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.double({ min: 0, max: 4, noNaN: true })), async (values) => {
      const registry = createRegistry();
      const observe = registry.histogram(
        metric({ name: "t_seconds", type: "histogram", buckets: [0.5, 1, 2] }),
      );
      for (const value of values) observe(value);
      const [family] = await registry.families();
      const found = Object.fromEntries(
        family!.samples.map(({ name, labels, value }) => [labels.le ?? name, value]),
      );
      if (values.length === 0) return;
      for (const le of [0.5, 1, 2])
        expect(found[String(le)]).toBe(values.filter((value) => value <= le).length);
      expect([found["+Inf"], found.t_seconds_count]).toEqual([values.length, values.length]);
      expect(found.t_seconds_sum).toBeCloseTo(values.reduce((sum, value) => sum + value, 0));
    }),
  );
});

test("[MX1] a value that cannot be read is left out, and the others are returned", async () => {
  const registry = createRegistry();
  registry.measured(metric({ name: "gone", type: "gauge" }), () => Promise.reject(new Error("closed")));
  registry.measured(metric({ name: "there", type: "gauge" }), () => Number.POSITIVE_INFINITY);
  expect(exposition(await registry.families())).toBe(
    "# HELP there What it is\n# TYPE there gauge\nthere +Inf\n",
  );
});

test("[MX1] metric names are unique, and buckets ascend", () => {
  const all: readonly Metric[] = Object.values(metrics);
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  for (const { buckets = [], type, name } of all) {
    expect(buckets).toEqual([...new Set(buckets)].sort((a, b) => a - b));
    expect(name.endsWith("_total")).toBe(type === "counter");
    expect(buckets.length > 0).toBe(type === "histogram");
  }
});
