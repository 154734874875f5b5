import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { metrics } from "../../src/telemetry/metrics.ts";

const guide = readFileSync("docs/guide/observability.md", "utf8");

test("[H5] the observability guide lists every metric with its labels", () => {
  const table = guide.split("## Metrics")[1]!.split("##")[0]!;
  const rows = table.split("\n").filter((line) => line.startsWith("| `"));
  for (const { name, labels } of Object.values(metrics)) {
    const row = rows.find((line) => line.includes(`\`${name}\``));
    expect(row, name).toBeDefined();
    for (const label of labels) expect(row!.split("|")[2], name).toContain(`\`${label}\``);
  }
});
