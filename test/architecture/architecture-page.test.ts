import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const page = readFileSync("docs/architecture.md", "utf8");

test("every file that docs/architecture.md names exists", () => {
  const named = [...page.matchAll(/`((?:src|web|test)\/[^`]+)`/g)].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

test("the drawing in docs/architecture.md has every folder of src", () => {
  const drawing = /```mermaid\n([\s\S]*?)```/.exec(page)![1]!;
  const folders = readdirSync("src", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const words = new Set(drawing.match(/\w+/g));
  expect(folders.map(({ name }) => name).filter((name) => !words.has(name))).toEqual([]);
});
