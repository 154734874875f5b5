import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { suites } from "../suites.ts";

const filesOf = ({ include, exclude = [] }: { include: readonly string[]; exclude?: readonly string[] }) => {
  const left = new Set(globSync([...exclude]));
  return globSync([...include]).filter((file) => !left.has(file));
};

test("every test file runs in `npm test` or in `npm run test:deep`, and in one of them only", () => {
  const quick = [...filesOf(suites.unit), ...filesOf(suites.short)];
  const deep = new Set([
    ...filesOf(suites.deep),
    ...filesOf(suites.timing),
    ...filesOf({ include: ["test/deployment/**/*.test.ts"] }),
  ]);
  const conformance = globSync("test/conformance/**/*.test.ts");
  const all = globSync(["src/**/*.test.{ts,tsx}", "web/**/*.test.{ts,tsx}", "test/**/*.test.{ts,tsx}"], {
    exclude: ["**/node_modules/**"],
  });
  expect([...quick, ...deep, ...conformance].sort()).toEqual(all.sort());
});

test("every pattern of a suite matches a file", () => {
  const patterns = Object.values(suites).flatMap((suite: { include: string[]; exclude?: string[] }) => [
    ...suite.include,
    ...(suite.exclude ?? []),
  ]);
  expect(patterns.filter((pattern) => globSync(pattern).length === 0)).toEqual([]);
});
