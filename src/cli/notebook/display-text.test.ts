import { expect, test } from "vitest";
import { TABLE } from "../../notebook/output.ts";
import { displayText } from "./display-text.ts";

test("[J19] a table has the columns of its schema or of its rows, and at most a hundred rows", () => {
  const rows = [{ b: 1, a: "x" }, { a: { deep: true } }];
  expect(displayText({ [TABLE]: JSON.stringify({ data: rows }) })).toBe('b  a\n1  x\n   {"deep":true}\n');
  const schema = { fields: [{ name: "a" }] };
  expect(displayText({ [TABLE]: JSON.stringify({ schema, data: rows }) })).toBe('a\nx\n{"deep":true}\n');
  const many = displayText({ [TABLE]: JSON.stringify({ data: Array(103).fill({ a: 1 }) }) });
  expect(many.split("\n").slice(-3)).toEqual(["1", "… and 3 more rows", ""]);
});

test.each([
  [{ [TABLE]: "no JSON", "text/plain": "instead" }, "instead\n"],
  [{ "image/png": "no picture", "text/plain": "alt" }, "[PNG picture, 8 bytes]\n"],
  [{ "application/x-own": "?" }, "[application/x-own, 1 bytes]\n"],
  [{ "text/html": "<b>x</b>".repeat(200), "text/plain": "x" }, "x\n"],
  [{}, ""],
])("[J19] %j is shown as %j", (data, text) => {
  expect(displayText(data as Record<string, string>)).toBe(text);
});
