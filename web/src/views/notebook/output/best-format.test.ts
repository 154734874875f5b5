import { expect, test } from "vitest";
import { bestFormat, TABLE } from "./best-format.ts";
import { readTable } from "./read-table.ts";

test("[WB63] the best supported format is shown, and unknown formats are not", () => {
  expect(bestFormat({ "text/plain": "a", "text/html": "<b>", [TABLE]: "{}" })?.mime).toBe(TABLE);
  expect(bestFormat({ "text/plain": "a", "image/png": "iVBO" })?.mime).toBe("image/png");
  expect(bestFormat({ "application/vnd.x+json": "1", "text/plain": "1" })?.mime).toBe(
    "application/vnd.x+json",
  );
  expect(bestFormat({ "application/octet-stream": "x", "image/x-icon": "y" })).toBeUndefined();
});

test("[WB63] a table is read from rows with names or with a schema; anything else is not a table", () => {
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
