import { expect, test } from "vitest";
import type { Sample } from "./registry.ts";
import { readSelector, selected } from "./selector.ts";

const samples: readonly Sample[] = [
  { name: "calls_total", labels: { tool: "think", outcome: "ok" }, value: 3 },
  { name: "calls_total", labels: { tool: "notebook", outcome: "failed" }, value: 1 },
  { name: "calls_total", labels: { tool: 'say "hi"', outcome: "ok" }, value: 2 },
  { name: "lag", labels: {}, value: 0 },
];
const found = (query: string) => {
  const selector = readSelector(query);
  return (
    selector &&
    selected(samples, selector, 1_500)
      .result.map(({ value }) => value[1])
      .join()
  );
};

test.each([
  ["calls_total", "3,1,2"],
  [" lag ", "0"],
  ["lag{}", "0"],
  ['calls_total{tool="think"}', "3"],
  ['calls_total{tool!="think",}', "1,2"],
  ["calls_total{tool='think', outcome = 'ok'}", "3"],
  ['calls_total{tool=~"think|note.*"}', "3,1"],
  ['calls_total{tool=~"thin"}', ""],
  ['calls_total{tool!~"(think|notebook)"}', "2"],
  ['calls_total{tool="say \\"hi\\""}', "2"],
  ['calls_total{missing=""}', "3,1,2"],
  ['{__name__=~"l.+"}', "0"],
  ['{outcome="ok"}', "3,2"],
  ["unknown", ""],
])("[MX4] the selector %j finds what it finds in Prometheus", (query, values) => {
  expect(found(query)).toBe(values);
});

test.each([
  "rate(calls_total[5m])",
  "calls_total[5m]",
  "calls_total offset 5m",
  "calls_total + 1",
  "sum(calls_total)",
  "calls_total{tool=~'[a-z]'}",
  "calls_total{tool='\\q'}",
  "calls_total{tool=think}",
  "calls_total{tool='think'",
  "calls_total{'tool'='think'}",
  "{}",
  '{tool=~".*"}',
  "1",
  "",
])("[MX4] refuses %j as a selector", (query) => {
  expect(readSelector(query)).toBeUndefined();
});

test("[MX4] the answer has Prometheus's own shape", () => {
  expect(selected(samples, readSelector('calls_total{tool="think"}')!, 1_500)).toEqual({
    resultType: "vector",
    result: [{ metric: { __name__: "calls_total", tool: "think", outcome: "ok" }, value: [1.5, "3"] }],
  });
});
