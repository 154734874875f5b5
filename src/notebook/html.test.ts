import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toHtml } from "./html.ts";
import { type CellDraft, toNotebook } from "./notebook.ts";
import { type Output, TABLE } from "./output.ts";

const HOSTILE = [
  ...[
    "<script>alert(1)</script>",
    "</script>",
    "</style>",
    "</title>",
    "-->",
    "<!--",
    "<svg/onload=alert(1)>",
  ],
  ...[
    '" onerror="alert(1)',
    "' onclick='alert(1)",
    "<img src=x onerror=alert(1)>",
    "&lt;script&gt;",
    "\0",
    "\ud800",
  ],
  ...["[a](javascript:alert(1))", "[a](JaVaScRiPt:alert(1))", "[a](data:text/html,x)", "[a](//evil.example)"],
  ...[
    '[a](https://a.example/"onclick=alert(1))',
    "[a](https://a.example/'><b>)",
    "![a](https://a.example/b.png)",
  ],
  ...[
    "<a href=javascript:alert(1)>",
    "<https://a.example>",
    "**",
    "*",
    "`",
    "```\n",
    "\n",
    "- ",
    "# ",
    "[",
    "](https://",
  ],
];

/** Every tag and attribute that a page may contain; `rel` and `href` on links only. */
const ALLOWED = [
  /^<!doctype html>$/,
  /^<html lang="en">$/,
  /^<meta (charset="utf-8"|name="viewport" content="[^"<>]*"|http-equiv="Content-Security-Policy" content="[^"<>]*")>$/,
  /^<\/?(html|head|title|style|body|main|h[1-6]|p|ul|ol|li|strong|em|del|code|pre|blockquote|hr|br|figure|figcaption|table|thead|tbody|tr|th|td|a|section|div)>$/,
  /^<(pre class="(stdout|stderr|error)"|section class="outputs"|div class="display")>$/,
  /^<a href="(https?:\/\/|mailto:)[^"<>\s]*" rel="noopener noreferrer">$/,
  /^<img alt="Output" src="data:image\/(png|svg\+xml);base64,[A-Za-z0-9+/=]+">$/,
];

const page = (cells: CellDraft[], outputs: Output[] = [], title = "T") =>
  toHtml(toNotebook({ title, cells }), new Map([["cell-1", outputs]]));
const markdown = (content: string) => body(page([{ kind: "markdown", content }]));
const shown = (data: Record<string, string>) =>
  /<section class="outputs">(.*)<\/section>/s.exec(
    page([{ kind: "code", content: "", filename: "a.ts" }], [{ type: "display", data }]),
  )?.[1];

describe("the HTML page of a notebook", () => {
  test("[J4] no content of a notebook becomes a tag or an attribute", () => {
    const text = fc.oneof(
      fc.array(fc.constantFrom(...HOSTILE), { maxLength: 8 }).map((parts) => parts.join("")),
      fc.string({ unit: "binary" }),
    );
    const mime = fc.oneof(
      text,
      fc.constantFrom("image/png", "image/svg+xml", "text/html", "text/markdown", TABLE),
    );
    const value = fc.oneof(
      text,
      fc.array(fc.dictionary(text, text)).map((data) => JSON.stringify({ data })),
      fc.json(),
    );
    fc.assert(
      fc.property(text, text, text, mime, value, (title, content, name, type, data) => {
        const cells: CellDraft[] = [
          { kind: "code", content, filename: name },
          { kind: "markdown", content },
          { kind: "title", content },
        ];
        const outputs: Output[] = [
          { type: "stream", name: "stderr", text: content },
          { type: "display", data: { [type]: data } },
          { type: "error", name, message: content, frame: title },
        ];
        expectHarmless(page(cells, outputs, title));
      }),
      { numRuns: 2_000 },
    );
  });

  test("[J4] each hostile text is harmless everywhere", () => {
    for (const text of HOSTILE)
      expectHarmless(
        page(
          [
            { kind: "code", content: text, filename: text },
            {
              kind: "markdown",
              content: `${text}\n\n- ${text}\n\n# ${text}\n\n**${text}** [${text}](https://a.example)`,
            },
          ],
          ["text/html", "text/markdown", "image/svg+xml", "image/png", "application/json", text].map(
            (mime) => ({
              type: "display" as const,
              data: { [mime]: text },
            }),
          ),
          text,
        ),
      );
  });

  test("[J4] loads nothing: its policy allows only its own style and inline images", () => {
    const html = page([{ kind: "markdown", content: "x" }]);
    expect(html).toMatch(
      /content="default-src 'none'; img-src data:; style-src 'sha256-[^']+'; base-uri 'none'/,
    );
    expect(html).not.toMatch(/@import|url\(|<link|<script|<iframe|<object|srcset/i);
    expect(html).toContain("prefers-color-scheme: dark");
  });

  test("[J4] shows titles, Markdown, code with its name, and outputs", () => {
    const html = toHtml(
      toNotebook({
        title: "A & B",
        cells: [
          { kind: "title", content: "Part" },
          { kind: "code", content: "1 < 2", filename: "a.ts" },
        ],
      }),
      new Map([
        [
          "cell-2",
          [
            { type: "stream", name: "stdout", text: "out\n" },
            { type: "error", name: "RangeError", message: "too far", frame: "1 | x" },
          ],
        ],
      ]),
    );
    expect(html).toContain("<title>A &amp; B</title>");
    expect(html).toContain("<h2>Part</h2>");
    expect(html).toContain("<figcaption>a.ts</figcaption><pre><code>1 &lt; 2</code></pre>");
    expect(html).toContain('<pre class="stdout">out\n</pre>');
    expect(html).toContain('<pre class="error">RangeError: too far\n1 | x</pre>');
  });

  test.each([
    ["headings", "# One\n### Three ##", "<h2>One</h2>\n<h4>Three</h4>"],
    ["paragraphs", "a\nb\n\nc", "<p>a\nb</p>\n<p>c</p>"],
    [
      "lists",
      "- a\n- b\n  c\n\n1. d\n2. e",
      "<ul><li>a</li><li>b\nc</li></ul>\n<ol><li>d</li><li>e</li></ol>",
    ],
    [
      "code",
      "`a<b`\n\n```ts\nx < *y*\n```",
      "<p><code>a&lt;b</code></p>\n<pre><code>x &lt; *y*</code></pre>",
    ],
    ["emphasis", "**a `b`** *c* 2 * 3 * 4", "<p><strong>a <code>b</code></strong> <em>c</em> 2 * 3 * 4</p>"],
    [
      "links to the web; other links as text",
      "[a](https://a.example/?b=1&c) [d](ftp://e)",
      '<p><a href="https://a.example/?b=1&amp;c" rel="noopener noreferrer">a</a> d (ftp://e)</p>',
    ],
    [
      "tables",
      "|a|b|\n|-|-|\n|1|2|",
      "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>",
    ],
    ["tasks and nested lists", "- [x] a\n  - b", "<ul><li>☑ a<ul><li>b</li></ul></li></ul>"],
    ["quotes, and raw HTML as text", "> a\n> <b>", "<blockquote><p>a\n&lt;b&gt;</p></blockquote>"],
  ])("[J4] Markdown: %s", (_, source, html) => {
    expect(markdown(source)).toBe(html);
  });

  test("[J4] outputs: images are data, tables are tables, HTML is text", () => {
    const svg = "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>";
    const base64 = Buffer.from(svg).toString("base64");
    expect(shown({ "image/svg+xml": svg })).toBe(
      `<img alt="Output" src="data:image/svg+xml;base64,${base64}">`,
    );
    expect(shown({ "image/png": "aGk=\n" })).toBe('<img alt="Output" src="data:image/png;base64,aGk=">');
    expect(shown({ "image/png": '"><b>', "text/plain": "no picture" })).toBe(
      "<pre><code>no picture</code></pre>",
    );
    expect(shown({ "text/html": "<b>" })).toBe("<pre><code>&lt;b&gt;</code></pre>");
    const rows = [{ a: 1, "<": "x" }, { a: 2 }];
    const table =
      "<table><thead><tr><th>a</th><th>&lt;</th></tr></thead>" +
      "<tbody><tr><td>1</td><td>x</td></tr><tr><td>2</td><td></td></tr></tbody></table>";
    expect(shown({ [TABLE]: JSON.stringify({ data: rows }) })).toBe(table);
    expect(shown({ "application/json": JSON.stringify(rows), "text/plain": "[…]" })).toBe(table);
    expect(shown({ "application/json": "[1]", "text/plain": "[ 1 ]" })).toBe("<pre><code>[ 1 ]</code></pre>");
  });

  test("[RE1] shows a table whose rows all have different columns as text", () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => ({ [`c${index}`]: index }));
    const notebook = toNotebook({
      title: "T",
      language: "javascript",
      cells: [{ kind: "code", content: "1", filename: "a.js" }],
    });
    for (const [mime, json] of [
      ["application/json", rows],
      [TABLE, { data: rows }],
    ] as const) {
      const text = JSON.stringify(json);
      const output: Output = { type: "display", data: { [mime]: text } } as Output;
      const html = toHtml(notebook, new Map([[notebook.cells[0]!.id, [output]]]));
      expect(html).not.toContain("<table>");
      expect(html.length).toBeLessThan(10 * text.length);
    }
  });

  test("[J4] shows a long text of any shape", () => {
    for (const piece of [
      "*",
      "**",
      "`",
      "[",
      "[a](https://",
      "*a",
      "- ",
      "# ",
      "\n- a\n",
      "```\n",
      "[a",
      "> ",
    ])
      expectHarmless(page([{ kind: "markdown", content: piece.repeat(100_000) }]));
  });
});

function body(html: string): string {
  return /<h1>T<\/h1>\n(.*)\n<\/main>/s.exec(html)![1]!;
}

function expectHarmless(html: string): void {
  const withoutStyle = html.replace(/<style>[^<]*<\/style>/, "");
  const tags = withoutStyle.match(/<[^>]*>?/g) ?? [];
  expect(tags.filter((tag) => !ALLOWED.some((allowed) => allowed.test(tag)))).toEqual([]);
  expect(html).not.toContain("\0");
  expect(html.isWellFormed()).toBe(true);
}
