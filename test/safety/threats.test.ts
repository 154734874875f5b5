import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("every test that the threat model names exists", () => {
  const page = readFileSync("docs/threats.md", "utf8");
  const cited = [...page.matchAll(/\| `([^`]+\.test\.ts)` ((?:\[[A-Z]+\d+\] ?)+) \|$/gm)];
  const rows = page.match(/^\| .*\.test\.ts.* \|$/gm);
  expect(cited).toHaveLength(rows?.length ?? 0);
  expect(cited.length).toBeGreaterThan(80);
  const missing = cited.flatMap(([, file, rules]) => {
    const text = readFileSync(file!, "utf8");
    return rules!.split(" ").flatMap((rule) => (text.includes(rule) ? [] : `${file} ${rule}`));
  });
  expect(missing).toEqual([]);
});

test("every rule of network safety is cited by a threat", () => {
  const rules = readFileSync("SPEC.md", "utf8").match(/(?<=^- \*\*)SA\d+(?=\*\*)/gm) ?? [];
  const page = readFileSync("docs/threats.md", "utf8");
  expect(rules.length).toBeGreaterThan(8);
  expect(rules.filter((rule) => !page.includes(`[${rule}]`))).toEqual([]);
});

test("every link in the table of parties has a target", () => {
  const page = readFileSync("docs/threats.md", "utf8");
  const headings = [...page.matchAll(/^#{2,3} (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(" ", "-")
      .replace(/[^a-z0-9-]/g, ""),
  );
  const links = [...page.matchAll(/\]\(#([a-z0-9-]+)\)/g)].map(([, anchor]) => anchor!);
  expect(links.length).toBeGreaterThan(8);
  expect(links.filter((anchor) => !headings.includes(anchor))).toEqual([]);
});
