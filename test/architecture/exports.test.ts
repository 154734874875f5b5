import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the entry points of the package export by name", () => {
  const config = readFileSync("tsdown.config.ts", "utf8");
  const entries = [...config.matchAll(/"(src\/[\w/]*index\.ts)"/g)].map(([, file]) => file!);
  expect(entries).toHaveLength(5);
  for (const file of entries) expect(readFileSync(file, "utf8"), file).not.toMatch(/^export (type )?\*/m);
});
