import { expect, test } from "vitest";
import { openToolBook } from "./tool-book.ts";

const tool = (server: string, name: string, identity = "first") => ({
  ...{ server, tool: name, identity },
  ...{ description: "", inputSchema: {}, hints: {} },
});
const namesIn = (book: ReturnType<typeof openToolBook>) =>
  book.all().map(({ name, server }) => `${name} = ${server}`);

test("[HC9] names may change while servers start, but not once assigned", () => {
  const book = openToolBook();
  expect(book.rename([tool("a", "search")])).toBe(true);
  expect(book.rename([tool("a", "search"), tool("b", "search")])).toBe(true);
  expect(namesIn(book)).toEqual(["a__search = a", "b__search = b"]);
  book.assignNames();
  book.rename([tool("a", "search"), tool("b", "search"), tool("b", "read")]);
  book.rename([tool("a", "read"), tool("b", "search"), tool("c", "search"), tool("c", "a__search")]);
  expect(namesIn(book)).toEqual(["a__read = a", "b__search = b", "c__search = c", "c__a__search = c"]);
  book.rename([tool("b", "read")]);
  expect(namesIn(book)).toEqual(["read = b"]);
  expect(book.find("search")).toBeUndefined();
});

test("[HC9] keeps the names of an earlier set and avoids reserved ones", () => {
  const book = openToolBook();
  book.rename([tool("a", "search")]);
  book.assignNames();
  const later = openToolBook({ given: book.names(), reserved: ["own"] });
  later.rename([tool("b", "search"), tool("b", "own")]);
  expect(namesIn(later)).toEqual(["b__search = b", "b__own = b"]);
  later.rename([tool("a", "search"), tool("b", "search")]);
  expect(namesIn(later)).toEqual(["search = a", "b__search = b"]);
});

test("[HC9] a server that keeps changing its tools runs out of names and keeps those it has", () => {
  const book = openToolBook();
  book.assignNames();
  for (let round = 0; round < 5; round += 1)
    book.rename(Array.from({ length: 1_000 }, (_, index) => tool("a", `${round}-${index}`)));
  expect(book.all()).toEqual([]);
  expect(book.leftOut("a")).toBe(1_000);
  expect(book.names()).toHaveLength(4_000);
  book.rename([tool("a", "0-1"), tool("b", "other")]);
  expect(namesIn(book)).toEqual(["0-1 = a", "other = b"]);
});

test("[HC1] does not find a removed tool", () => {
  const book = openToolBook();
  book.rename([tool("a", "search")]);
  book.rename([]);
  expect(book.find("search")).toBeUndefined();
});

test("[HC10] reports a changed definition, and not the same tools again", () => {
  const book = openToolBook();
  book.rename([tool("a", "search")]);
  book.assignNames();
  expect(book.rename([tool("a", "search")])).toBe(false);
  expect(book.find("search")).toMatchObject({ changed: false });
  expect(book.rename([tool("a", "search", "second")])).toBe(true);
  expect(book.find("search")).toMatchObject({ changed: true });
  book.rename([]);
  book.rename([tool("a", "search", "second")]);
  expect(book.find("search")).toMatchObject({ changed: true });
});
