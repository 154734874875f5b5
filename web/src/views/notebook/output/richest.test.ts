import { expect, test } from "vitest";
import { readTable } from "./read-table.ts";
import { richest, TABLE } from "./richest.ts";

test("[WB63] of several forms the one that tells most is shown, and one that nobody knows is not", () => {
  expect(richest({ "text/plain": "a", "text/html": "<b>", [TABLE]: "{}" })?.mime).toBe(TABLE);
  expect(richest({ "text/plain": "a", "image/png": "iVBO" })?.mime).toBe("image/png");
  expect(richest({ "application/vnd.x+json": "1", "text/plain": "1" })?.mime).toBe("application/vnd.x+json");
  expect(richest({ "application/octet-stream": "x", "image/x-icon": "y" })).toBeUndefined();
});

test("[WB63] a table is read from rows with names and from rows with a schema; anything else is none", () => {
  expect(readTable('{"data":[{"a":1},{"a":2,"b":3}]}')).toEqual({
    columns: ["a", "b"],
    rows: [
      [1, undefined],
      [2, 3],
    ],
  });
  expect(readTable('{"schema":{"fields":[{"name":"x"}]},"data":[[1],{"x":2}]}')?.rows).toEqual([[1], [2]]);
  for (const text of ["", "null", "[]", "{}", '{"data":5}', '{"data":[]}'])
    expect(readTable(text)).toBeUndefined();
});
