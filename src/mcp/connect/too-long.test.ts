import { expect, test } from "vitest";
import { END_BYTES, refuseLong } from "./too-long.ts";

const long = { text: `"id":7,${"x".repeat(2 * END_BYTES)},"id":8}` };

test.each([
  [{ jsonrpc: "2.0", id: 5, result: long }, 5],
  [{ id: "a-1", jsonrpc: "2.0", result: long }, "a-1"],
  [{ result: long, jsonrpc: "2.0", id: 6 }, 6],
  [{ jsonrpc: "2.0", result: long, id: 6 }, 6],
  [{ result: long, id: 0, jsonrpc: "2.0" }, 0],
  [{ jsonrpc: "2.0", method: "notifications/message", params: long }, undefined],
])("[HC2] an answer that is too long is told by the id at its end: %#", (message, id) => {
  const text = JSON.stringify(message);
  const ends = { head: text.slice(0, END_BYTES), tail: text.slice(-END_BYTES), bytes: text.length };
  expect(refuseLong(ends, 100)?.id).toBe(id);
});
