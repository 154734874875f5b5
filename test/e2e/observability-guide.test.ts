import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { metrics } from "../../src/telemetry/metrics.ts";
import { answerOf } from "../support/call.ts";
import { connectStdio } from "../support/connect.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const guide = readFileSync("docs/guide/observability.md", "utf8");

test("[H5] the calls of the observability guide are answered as it says", async () => {
  const blocks = [...guide.matchAll(/^```json\n(.*?)^```$/gms)].map(([, text]) => JSON.parse(text!));
  expect(blocks.length).toBe(4);
  using home = temporaryFolder();
  await using on = await connectStdio("2026-07-28", { home: home.path });
  for (let at = 0; at < blocks.length; at += 2)
    expect(comparable(await answerOf(on.client, "observability_gateway", blocks[at]))).toEqual(
      comparable(blocks[at + 1]),
    );
});

test("[H5] the observability guide has every figure, with its labels", () => {
  const table = guide.split("## Figures")[1]!.split("##")[0]!;
  const rows = table.split("\n").filter((line) => line.startsWith("| `"));
  for (const { name, labels } of Object.values(metrics)) {
    const row = rows.find((line) => line.includes(`\`${name}\``));
    expect(row, name).toBeDefined();
    for (const label of labels) expect(row!.split("|")[2], name).toContain(`\`${label}\``);
  }
});

/** Times are never the same twice, and walls are those of the machine. */
function comparable(answer: object): unknown {
  return JSON.parse(
    JSON.stringify(answer)
      .replace(/"timestamp":"[^"]*"/, '"timestamp":""')
      .replace(/"value":\[[\d.]+,/g, '"value":[0,')
      .replace(/"(namespaces|files|limits)":(true|false)/g, '"$1":true'),
  );
}
