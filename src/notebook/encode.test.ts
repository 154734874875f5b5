import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decode } from "./decode.ts";
import { encode } from "./encode.ts";
import { type CellDraft, type Notebook, type NotebookDraft, toNotebook } from "./notebook.ts";

/** Fragments with a meaning in the format, so that random texts consist of difficult cases. */
const PIECES = [
  ..."\n\r\t\0 #`~=-<>!\\[]()\"'aé漢😀",
  ...["\n\n", "\n\n\n", "\r\n", "\n# ", "\n## ", "\n###### ", "\n##### ", "\n#", "\n######", " #", "\n===\n"],
  ...[
    "\n```\n",
    "\n````typescript\n",
    "\n~~~\n",
    "\n```",
    "```json\n{}\n```",
    "\n   ```\n",
    "\u2028",
    "\u0085",
    "\ufeff",
  ],
  ...[
    "<!-- clew:cell -->",
    "\n<!-- clew:h1 -->\n",
    "\n<!-- clew:markdown -->\n",
    '<!-- clew:file "x" -->',
    "-->",
  ],
  ...[
    '<!-- srcbook:{"language":"javascript"} -->',
    "package.json",
    "tsconfig.json",
    "name.ts",
    "\n[a](./src/a.ts)",
  ],
  ...["<!--", "<script>", "<pre>", "\ud800", "\n- ", "\n> ", "    "],
];
const text = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => pieces.join("")),
  fc.string({ unit: "binary", maxLength: 40 }),
);
const cell: fc.Arbitrary<CellDraft> = fc.oneof(
  fc.record({ kind: fc.constantFrom("title" as const, "markdown" as const), content: text }),
  fc.record({ kind: fc.constant("markdown" as const), content: text }),
  fc.record({ kind: fc.constant("code" as const), content: text, filename: text }),
);
const notebook: fc.Arbitrary<NotebookDraft> = fc.record(
  {
    title: text,
    language: fc.constantFrom("typescript" as const, "javascript" as const),
    cells: fc.array(cell, { maxLength: 6 }),
    packageJson: text,
    tsconfig: text,
  },
  { requiredKeys: ["title", "language", "cells"] },
);

const book = (...cells: CellDraft[]): Notebook => toNotebook({ title: "T", cells });
const markdown = (content: string): CellDraft => ({ kind: "markdown", content });

describe("a notebook's file", () => {
  test("[J1] decodes to the same notebook, whatever its texts are", () => {
    fc.assert(
      fc.property(notebook, (draft) => {
        const live = toNotebook(draft);
        expect(decode(encode(live))).toEqual(live);
      }),
      { numRuns: 5_000 },
    );
  });

  test("[J1] is the same file when written again", () => {
    fc.assert(
      fc.property(notebook, (draft) => {
        const file = encode(toNotebook(draft));
        expect(encode(decode(file))).toBe(file);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each<[string, CellDraft[]]>([
    ["a fence inside code", [{ kind: "code", filename: "a.ts", content: "const md = `\n```\n````\n`;" }]],
    ["adjacent Markdown", [markdown("one"), markdown("two"), markdown("three\n")]],
    [
      "empty cells",
      [markdown(""), { kind: "code", filename: "", content: "" }, { kind: "title", content: "" }],
    ],
    ["what looks like a code cell", [markdown("text\n\n###### a.ts\n\n```ts\n1\n```\n")]],
    ["what looks like a title", [markdown("# A title"), markdown("A title\n===")]],
    ["an open fence", [markdown("```\nnever closed"), markdown("after")]],
    ["a comment in a shell block", [markdown("```sh\n# install\n###### x\n```")]],
    ["line ends of Windows", [markdown("# a\r\n\r\n```\r\n# b\r\n```\r\n"), markdown("c\r\n")]],
    ["a cell named as a file of the notebook", [{ kind: "code", filename: "package.json", content: "{}" }]],
    ["a name with line ends and comment ends", [{ kind: "code", filename: "a\n-->.ts #", content: "1" }]],
  ])("[J1] keeps %s", (_, cells) => {
    const live = book(...cells);
    expect(decode(encode(live))).toEqual(live);
  });

  test("[J1] is plain Srcbook where the cells allow it", () => {
    const live = book(
      markdown("Some *text*.\n\n## A heading\n\n```sh\n# a comment\n```"),
      { kind: "code", filename: "one.ts", content: "const one = 1;\n" },
      markdown("More."),
    );
    expect(encode(live)).toBe(
      [
        '<!-- srcbook:{"language":"typescript"} -->',
        "# T",
        "Some *text*.\n\n## A heading\n\n```sh\n# a comment\n```",
        "###### one.ts\n\n```typescript\nconst one = 1;\n\n```",
        "More.\n",
      ].join("\n\n"),
    );
  });

  test("[J1] shows one title and only names as level 6 headings to readers that do not know the markers", () => {
    const file = encode(book(markdown("# Big\n\ntext\n\n###### Small"), { kind: "title", content: "Part" }));
    expect(file.match(/^# .*$/gm)).toEqual(["# T"]);
    expect(file.match(/^###### .*$/gm)).toBeNull();
    expect(file.match(/^##+ .*$/gm)).toEqual(["## Big", "##### Small", "## Part"]);
  });

  test("[J1] a title or name edited by hand wins", () => {
    const file = encode(
      toNotebook({ title: "a\nb", cells: [{ kind: "code", filename: "x\ny", content: "1" }] }),
    );
    const changed = decode(file.replace("# a b", "# New").replace("###### x y", "###### new.ts"));
    expect(changed.title).toBe("New");
    expect(changed.cells).toMatchObject([{ filename: "new.ts" }]);
  });

  test("[J1] assigns ids by position, or takes them from the caller", () => {
    const file = encode(book(markdown("a"), markdown("b")));
    expect(decode(file)).toMatchObject({ id: "notebook", cells: [{ id: "cell-1" }, { id: "cell-2" }] });
    const ids = { notebook: "n", cell: (position: number) => `c${position * 10}` };
    expect(decode(file, { ids })).toMatchObject({ id: "n", cells: [{ id: "c10" }, { id: "c20" }] });
  });

  test("[J1] a cell of many megabytes is written and read in one pass", () => {
    const long = `\`\`\`\n${"x\n".repeat(300_000)}\`\`\``;
    const live = book(
      markdown(long),
      ...["#", "`", "= \n", "\n", " ", "<", "[", "\n# ", "```\n", "~"].map((piece) =>
        markdown(piece.repeat(200_000)),
      ),
    );
    expect(decode(encode(live))).toEqual(live);
  });
});
