import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("every test that the threat model names exists", () => {
  const page = readFileSync("docs/guide/notebook-safety.md", "utf8");
  const cited = [...page.matchAll(/\| `([^`]+\.test\.ts)`: (\[[A-Z]+\d+\] .+?) \|$/gm)];
  const rows = page.match(/^\| .*\.test\.ts.* \|$/gm);
  expect(cited).toHaveLength(rows?.length ?? 0);
  expect(cited.length).toBeGreaterThan(30);
  const missing = cited.filter(([, file, name]) => !readFileSync(file!, "utf8").includes(`"${name}"`));
  expect(missing.map(([, file, name]) => `${file}: ${name}`)).toEqual([]);
});
