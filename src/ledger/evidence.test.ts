import { expect, it } from "vitest";
import { parseEvidence, parseReference, worstState } from "./evidence.ts";

it.each([
  ["src/a.ts:12-30", { kind: "file", path: "src/a.ts", from: 12, to: 30 }],
  ["src/a.ts:30-12", { kind: "file", path: "src/a.ts", from: 12, to: 30 }],
  ["src/a.ts:12", { kind: "file", path: "src/a.ts", from: 12, to: 12 }],
  ["src/a.ts:12:5", { kind: "file", path: "src/a.ts", from: 12, to: 12 }],
  ["src/a.ts#L12-L30", { kind: "file", path: "src/a.ts", from: 12, to: 30 }],
  ["src/a.ts", { kind: "file", path: "src/a.ts" }],
  ["Makefile", { kind: "file", path: "Makefile" }],
  ["docs/a page.md:3", { kind: "file", path: "docs/a page.md", from: 3, to: 3 }],
  ["file:///home/ann/a.ts:3", { kind: "file", path: "/home/ann/a.ts", from: 3, to: 3 }],
  ["https://example.org/a:12", { kind: "url" }],
  ["cell:nb-1/cell-2", { kind: "cell", notebook: "nb-1", cell: "cell-2" }],
  ["cmd: npm test => 0", { kind: "command", command: "npm test", exitCode: 0 }],
  ["cmd: grep -c '=>' a.ts => 1", { kind: "command", command: "grep -c '=>' a.ts", exitCode: 1 }],
  ["cmd: npm test", { kind: "command", command: "npm test" }],
  ["#12", { kind: "thought", number: 12 }],
  ["src/a.ts:0", { kind: "text" }],
  ["I looked at the file and it is fine.", { kind: "text" }],
  ["cell:nb", { kind: "text" }],
  ["cmd: => 0", { kind: "text" }],
])("[EV2] parses %j", (ref, expected) => {
  expect(parseReference(ref)).toEqual({ ref, ...expected });
});

it("[EV2] too many or too long references are cut with a warning, and other values are left out", () => {
  const many = Array.from({ length: 60 }, (_, index) => `#${index + 1}`);
  const { evidence, warnings } = parseEvidence([7, null, " ", "x".repeat(2000), ...many]);
  expect(evidence).toHaveLength(50);
  expect(evidence[0]!.ref).toHaveLength(1000);
  expect(warnings).toHaveLength(2);
});

it("[EV9] the worst state wins", () => {
  expect(worstState(["fresh", "stale", "moved"])).toBe("stale");
  expect(worstState(["stale", "missing"])).toBe("missing");
  expect(worstState(["fresh", "moved"])).toBe("moved");
  expect(worstState([])).toBe("unchecked");
});
