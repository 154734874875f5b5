import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostileTexts } from "../../test/support/hostile.ts";
import { session, thought } from "../../test/support/sample-session.ts";
import { exportMermaid } from "./export-mermaid.ts";
import { exportSvg } from "./export-svg.ts";
import type { Session } from "./session.ts";
import type { Thought } from "./thought.ts";

const hunt = [
  thought(1),
  thought(2, { parentId: "t1", confidence: 0.5 }),
  thought(3, { parentId: "t2", branchId: "left", number: 3 }),
  thought(4, { parentId: "t3", branchId: "left", critique: { text: "weak" } }),
  thought(5, { parentId: "t2", isRevision: true, revises: 1, revisesId: "t1" }),
  thought(6, { parentId: "t5", nextThoughtNeeded: false }),
];

const written = async (
  write: typeof exportMermaid,
  thoughts: readonly Thought[],
  of: Session = session,
): Promise<string> =>
  (
    await Array.fromAsync(
      write(of, async function* () {
        yield* thoughts;
      }),
    )
  ).join("");

/** Whatever a caller may write. */
const anyText = fc.oneof(
  hostileTexts,
  fc.constantFrom(
    '"] --> evil["x',
    "```mermaid",
    "%%{init: {'theme':'dark'}}%%",
    'click t1 href "javascript:alert(1)"',
    "<script>alert(1)</script>",
    "]]></style><img src=x onerror=alert(1)>",
    "style t1 fill:#f00;",
    "end\nsubgraph x",
    "1. list",
    "`**bold**`",
    "&lt;b&gt; &#34;",
    "\ud800 \ufffe \0",
    "",
  ),
);

describe("Mermaid", () => {
  test("[E6] every thought is a node, branches and forks are lines, a revision is dotted, a last thought is round", async () => {
    expect(await written(exportMermaid, hunt)).toBe(`---
title: "A hunt"
---
flowchart TD
  t1["1 #183; thought 1"]
  t2["2 #183; thought 2 #40;confidence 0.5#41;"]
  t1 --> t2
  t3["3 #183; thought 3"]
  t2 -->|"left"| t3
  t4["4 #183; thought 4 #40;has a critique#41;"]
  t3 --> t4
  t5{{"5 #183; thought 5 #40;revises 1#41;"}}
  t2 --> t5
  t5 -.->|revises| t1
  t6(["6 #183; thought 6"])
  t5 --> t6
`);
  });

  test("[E6] no text breaks out of its label", async () => {
    const label = String.raw`"(?:[\p{L}\p{N} .,_-]|#\d+;)+"`;
    const line = new RegExp(
      String.raw`^  t\d+(?:\[${label}\]|\{\{${label}\}\}|\(\[${label}\]\)| -->(?:\|${label}\|)? t\d+| -\.->\|revises\| t\d+)$`,
      "u",
    );
    await fc.assert(
      fc.asyncProperty(anyText, anyText, anyText, async (title, branchId, content) => {
        const thoughts = [
          thought(1, { content }),
          thought(2, { content: `${content}${content}`, parentId: "t1", branchId: branchId || "b" }),
          thought(3, { content, parentId: "t2", isRevision: true, revises: 1, revisesId: "t1" }),
        ];
        const lines = (await written(exportMermaid, thoughts, { ...session, title })).trimEnd().split("\n");
        expect(lines[0]).toBe("---");
        expect(lines[1]).toMatch(/^title: "[\p{L}\p{N} .,_-]*"$/u);
        expect(lines.slice(2, 4)).toEqual(["---", "flowchart TD"]);
        expect(lines.slice(4).filter((one) => !line.test(one))).toEqual([]);
        expect(lines).toHaveLength(4 + 3 + 2 + 1);
      }),
      { numRuns: 200 },
    );
  });
});

describe("SVG", () => {
  test("[E6] every thought has a row in its branch's column, revisions are dashed and last thoughts ringed", async () => {
    const svg = await written(exportSvg, hunt);
    expect(svg.match(/<text x="\d+" y="\d+">/g)).toHaveLength(6);
    expect(svg.match(/class="line /g)).toHaveLength(5);
    expect(svg.match(/class="revises"/g)).toHaveLength(1);
    expect(svg.match(/class="ring"/g)).toHaveLength(1);
    expect(svg).toContain("[left] 3 · thought 3<");
    const columns = [...svg.matchAll(/<circle class="c\d mark" cx="(\d+)"/g)].map(([, x]) => x);
    expect(columns).toEqual(["48", "48", "66", "66", "48"]);
    expect(await written(exportSvg, [])).toContain("0 thoughts");
  });

  test("[E6] no text becomes markup, and nothing else is loaded", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyText, anyText, async (title, branchId, content) => {
        const thoughts = [
          thought(1, { content }),
          thought(2, { content, parentId: "t1", branchId: branchId || "b" }),
        ];
        const svg = await written(exportSvg, thoughts, { ...session, title });
        const plain = await written(exportSvg, [thought(1), thought(2, { parentId: "t1", branchId: "b" })]);
        const markup = (text: string) => text.match(/<[^>]*>/g);
        expect(markup(svg)).toEqual(markup(plain));
        expect(svg.replace(/<style>.*<\/style>/, "").match(/&(?!(amp|lt|gt|quot|#39);)/)).toBeNull();
        expect(svg).not.toMatch(/[\0-\x08\x0b-\x1f\ufffe\uffff\u202a-\u202e]/);
        expect(svg.isWellFormed()).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

test.each([
  ["Mermaid", exportMermaid],
  ["SVG", exportSvg],
])("[E6] %s leaves secrets out, and what arrives meanwhile", async (_, write) => {
  const secret = "sk-abcdefghijklmnopqrstuvwx0123";
  let reads = 0;
  const text = (
    await Array.fromAsync(
      write(session, async function* () {
        yield thought(1, { content: `The key is ${secret}` });
        if (reads++ > 0) yield thought(2, { content: "late", parentId: "t1" });
      }),
    )
  ).join("");
  expect(text).toContain("redacted");
  expect(text).not.toContain(secret.slice(0, 12));
  expect(text).not.toContain("late");
});
