import { expect, test } from "vitest";
import { assignLanes } from "../../../src/ledger/lanes.ts";
import { gutterLines } from "./gutter-lines.ts";

function lines(branch: readonly number[], parent: readonly number[]) {
  const { lanes, columns } = assignLanes(branch, parent);
  return gutterLines({ lanes, thoughts: columns.map((column) => ({ column })) });
}

test("[WB70] a branch curves from its fork, runs beside main and ends", () => {
  expect(lines([0, 1, 1, 0], [0, 1, 2, 1])).toEqual([
    [{ column: 0, top: false, bottom: true }],
    [
      { column: 0, top: true, bottom: true },
      { column: 1, top: false, bottom: true, from: 0 },
    ],
    [
      { column: 0, top: true, bottom: true },
      { column: 1, top: true, bottom: false },
    ],
    [{ column: 0, top: true, bottom: false }],
  ]);
});

test("[WB70] a lane that ends at a fork connects to the branch, and a fork further back is marked", () => {
  expect(lines([0, 1], [0, 1])[0]).toEqual([{ column: 0, top: false, bottom: true }]);
  const branch = [...Array.from({ length: 40 }, () => 0), 1];
  const parent = [...Array.from({ length: 40 }, (_, row) => row), 2];
  const all = lines(branch, parent);
  expect(all.flat().filter(({ isFar }) => isFar)).toHaveLength(1);
  expect(all.flat().filter(({ from }) => from !== undefined)).toHaveLength(0);
});
