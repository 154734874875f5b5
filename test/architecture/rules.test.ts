import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const ID = /[A-Z]{1,2}\d+/;

test("every rule of SPEC.md has an id of its own and is cited by a test, and every citation names a rule", () => {
  const spec = readFileSync("SPEC.md", "utf8");
  const ids = [...spec.matchAll(/^- \*\*([A-Z]{1,2}\d+)\*\*/gm)].map((match) => match[1]);
  const rules = new Set(ids);
  const cited = new Set<string>();
  for (const file of globSync([
    "{src,test}/**/*.test.ts",
    "src/**/contract/*.ts",
    "test/**/*.ts",
    "web/src/**/*.test.{ts,tsx}",
  ])) {
    // Citations are in names of tests: in a string, in brackets.
    for (const [, ids] of readFileSync(file, "utf8").matchAll(/["'`]((?:\[[A-Z]{1,2}\d+\]\s*)+)/g))
      for (const [id] of ids!.matchAll(new RegExp(ID, "g"))) cited.add(id);
  }
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  expect([...rules].filter((rule) => !cited.has(rule!)).sort()).toEqual([]);
  expect([...cited].filter((id) => !rules.has(id)).sort()).toEqual([]);
});
