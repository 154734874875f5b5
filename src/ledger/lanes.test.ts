import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assignLanes, NO_LANES, placeLanes } from "./lanes.ts";

const session = fc
  .array(fc.record({ branch: fc.integer({ min: 0, max: 6 }), parent: fc.nat(30) }), {
    minLength: 1,
    maxLength: 60,
  })
  .map((rows) => ({
    branch: rows.map((row) => row.branch),
    parent: rows.map((row, index) => Math.min(row.parent, index)),
  }));

describe("lanes", () => {
  test("[E5] a straight session has one column", () => {
    expect(assignLanes([0, 0, 0], [0, 1, 2])).toEqual({
      columns: [0, 0, 0],
      width: 1,
      lanes: [{ branch: 0, column: 0, first: 1, last: 3, fork: 0, from: 1 }],
    });
    expect(assignLanes([], [])).toEqual({ columns: [], width: 1, lanes: [] });
  });

  test("[E5] branches of one fork are side by side, because both lines begin there", () => {
    const { columns, width } = assignLanes([0, 0, 1, 1, 2, 2, 0], [0, 1, 2, 3, 2, 5, 2]);
    expect(columns).toEqual([0, 0, 1, 1, 2, 2, 0]);
    expect(width).toBe(3);
  });

  test("[E5] a column is free again after its branch has ended", () => {
    const { columns, width } = assignLanes([0, 1, 1, 0, 2, 2, 0], [0, 1, 2, 1, 4, 5, 4]);
    expect(columns).toEqual([0, 1, 1, 0, 1, 1, 0]);
    expect(width).toBe(2);
  });

  test("[E5] a branch that continues later keeps its column all the time", () => {
    const { columns } = assignLanes([0, 1, 0, 2, 1], [0, 1, 1, 3, 2]);
    expect(columns).toEqual([0, 1, 0, 2, 1]);
  });

  test("[E5] a fork far back keeps a column free for a few rows only", () => {
    const rows = 200;
    const branch = [0, ...Array.from({ length: rows }, (_, i) => 1 + i)];
    const parent = [0, ...Array.from({ length: rows }, () => 1)];
    expect(assignLanes(branch, parent).width).toBeLessThan(30);
  });

  test("[E5] no two branches overlap, the main branch has the first column, and the layout is deterministic", () => {
    fc.assert(
      fc.property(session, ({ branch, parent }) => {
        const layout = assignLanes(branch, parent);
        expect(assignLanes(branch, parent)).toEqual(layout);
        for (const lane of layout.lanes) {
          expect(lane.column === 0).toBe(lane.branch === 0);
          for (const other of layout.lanes) {
            if (other === lane || other.column !== lane.column) continue;
            expect(lane.last < other.from || other.last < lane.from).toBe(true);
          }
        }
        layout.columns.forEach((column, row) => {
          expect(column).toBe(layout.lanes.find((lane) => lane.branch === branch[row])!.column);
          expect(column).toBeLessThan(layout.width);
        });
      }),
    );
  });

  test("[WB43] a layout extended by one or many thoughts equals the layout of the whole session", () => {
    fc.assert(
      fc.property(session, fc.array(fc.nat(60)), ({ branch, parent }, cuts) => {
        const { lanes, width } = assignLanes(branch, parent);
        const counts = cuts.map((cut) => Math.min(cut, branch.length)).toSorted((one, other) => one - other);
        let grown = NO_LANES;
        for (const count of [...counts, branch.length]) grown = placeLanes(grown, branch, parent, count);
        expect(grown).toEqual({ count: branch.length, lanes, width });
      }),
    );
  });

  test("[WB43] a branch that continues after its column was reused moves to another column", () => {
    const [branch, parent] = [
      [0, 1, 0, 2, 0, 1],
      [0, 1, 1, 3, 3, 2],
    ];
    const before = placeLanes(NO_LANES, branch, parent, 5);
    expect(before.lanes.map(({ column }) => column)).toEqual([0, 1, 1]);
    expect(placeLanes(before, branch, parent, 6).lanes.map(({ column }) => column)).toEqual([0, 1, 2]);
  });
});

test("[RE1] 50,000 branches side by side are laid out in 500 ms of processor time", () => {
  const branch = Array.from({ length: 100_001 }, (_, row) => (row === 0 ? 0 : 1 + ((row - 1) % 50_000)));
  const parent = branch.map((_, row) => (row === 0 ? 0 : 1));
  const times = [1, 2, 3].map(() => {
    const before = process.threadCpuUsage();
    expect(assignLanes(branch, parent).width).toBe(50_001);
    return process.threadCpuUsage(before).user / 1000;
  });
  expect(Math.min(...times)).toBeLessThan(500);
});
