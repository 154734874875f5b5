import fc from "fast-check";
import { expect, it } from "vitest";
import { createColumns } from "./columns.ts";

it("[RE1] finds the leftmost free column as a search through all of them does", () => {
  const spans = fc.array(fc.tuple(fc.nat(50), fc.nat(30)), { maxLength: 200 });
  fc.assert(
    fc.property(spans, (lanes) => {
      const columns = createColumns();
      const takenTo: number[] = [];
      for (const [from, length] of lanes) {
        const found = takenTo.findIndex((row) => row < from);
        const column = found < 0 ? takenTo.length : found;
        expect(columns.free(from)).toBe(column);
        takenTo[column] = from + length;
        columns.take(column, from + length);
        expect(columns.width()).toBe(takenTo.length);
      }
    }),
  );
});

it("[RE1] gives 50,000 lanes side by side their columns in 200 ms of processor time", () => {
  const columns = createColumns();
  const before = process.threadCpuUsage();
  for (let lane = 0; lane < 50_000; lane++) columns.take(columns.free(1), 60_000);
  const { user } = process.threadCpuUsage(before);
  expect(columns.width()).toBe(50_000);
  expect(user / 1000).toBeLessThan(200);
});
