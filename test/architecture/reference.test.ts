import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { referencePages } from "../../scripts/reference.ts";

test("[H3] the reference pages match the generator's output", async () => {
  const pages = await referencePages();
  for (const [name, text] of Object.entries(pages))
    expect(readFileSync(`docs/reference/${name}`, "utf8")).toBe(text);
  expect(readdirSync("docs/reference").sort()).toEqual([...Object.keys(pages), "library.md"].sort());
});
