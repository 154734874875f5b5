import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { libraryPage } from "../../scripts/library-reference.ts";

test("[H3] the reference page of the library shows what the package exports: run `npm run docs:library`", () => {
  expect(readFileSync("docs/reference/library.md", "utf8")).toBe(libraryPage());
});
