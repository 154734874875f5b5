import { expect, test } from "vitest";
import { openToolBook } from "./tool-book.ts";

const tool = (server: string, name: string, description = "") => ({
  server,
  tool: name,
  description,
  inputSchema: {},
  hints: {},
});

test("[HC1] a name that a tool had before others came along still means it", () => {
  const book = openToolBook();
  expect(book.rename([tool("a", "search")])).toBe(true);
  expect(book.rename([tool("a", "search"), tool("b", "search")])).toBe(true);
  expect(book.all().map(({ name }) => name)).toEqual(["a__search", "b__search"]);
  expect(book.find("search")).toMatchObject({ name: "a__search", server: "a" });
  expect(book.find("b__search")).toMatchObject({ server: "b" });
});

test("[HC1] a tool that is gone is not found, under no name", () => {
  const book = openToolBook();
  book.rename([tool("a", "search")]);
  book.rename([]);
  expect(book.find("search")).toBeUndefined();
  expect(book.find("other")).toBeUndefined();
});

test("[HC1] the same tools again are no change; another description is", () => {
  const book = openToolBook();
  book.rename([tool("a", "search")]);
  expect(book.rename([tool("a", "search")])).toBe(false);
  expect(book.rename([tool("a", "search", "new words")])).toBe(true);
});
