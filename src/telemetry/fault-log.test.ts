import { expect, test } from "vitest";
import { Failure } from "../ledger/index.ts";
import { createFaultLog } from "./fault-log.ts";

test("[MX10] a store failure is logged when it begins, a fault every time", () => {
  const lines: [string, unknown][] = [];
  let time = 0;
  const report = createFaultLog({ error: (event, fields) => lines.push([event, fields]) }, () => time);
  const full = new Failure("STORE_FULL", {}, { cause: new Error("database or disk is full") });
  for (const at of [0, 10, 50_000, 100_000]) {
    time = at;
    report("fault", full);
  }
  expect(lines).toEqual([
    ["store failure", { code: "STORE_FULL", message: full.message, reason: "database or disk is full" }],
  ]);
  report("fault", new Failure("STORE_MOVED", {}));
  time = 200_000;
  report("fault", full);
  const fault = new Error("a bug");
  for (const _ of [1, 2]) report("fault", fault);
  expect(lines.slice(1).map(([event, fields]) => [event, (fields as { code?: string }).code])).toEqual([
    ["store failure", "STORE_MOVED"],
    ["store failure", "STORE_FULL"],
    ["fault", undefined],
    ["fault", undefined],
  ]);
});
