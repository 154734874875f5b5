import fc from "fast-check";
import { type ComponentChildren, Fragment, type FunctionComponent, type VNode } from "preact";
import { expect, test } from "vitest";
import { markdownElements } from "./markdown.tsx";

const shown = (text: string): string => htmlOf(markdownElements(text, 3));

test("[WB11] Markdown becomes elements: headings, lists, tables, tasks, code", () => {
  expect(shown("# One\n\nSome *text* and `code`.")).toBe(
    '<h3 dir="auto">One</h3><p dir="auto">Some <em>text</em> and <code dir="ltr">code</code>.</p>',
  );
  expect(shown("- [x] done\n- [ ] open")).toContain('aria-label="not done"');
  expect(shown("|a|b|\n|-|-|\n|1|2|")).toContain('<td dir="auto">1</td>');
  expect(shown("```js\nlet a = 1 < 2;\n```")).toContain(
    '<code><span class="code-word">let</span> a = <span class="code-number">1</span> &lt; <span class="code-number">2</span>;</code>',
  );
});

test.each([
  ["## a\n\n#### b\n\n#### c\n\n## d\n\n# e", "h3 h4 h4 h3 h3"],
  ["## a\n\n> #### b\n\n# c", "h3 h4 h3"],
])("[WB13] headings have no gaps between levels: %j", (text, levels) => {
  expect([...shown(text).matchAll(/<(h\d)/g)].map(([, tag]) => tag).join(" ")).toBe(levels);
});

test.each([
  ["<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"],
  ["a <img src=x onerror=alert(1)> b", "&lt;img src=x onerror=alert(1)&gt;"],
  ["<div onclick='x'>\n\nhello\n\n</div>", "&lt;div onclick='x'&gt;"],
])("[WB11] raw HTML is shown as written: %s", (text, part) => {
  expect(shown(text)).toContain(part);
  expect(shown(text)).not.toMatch(/<(script|img|div onclick)/);
});

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "file:///etc",
  "//evil",
  "/api/example",
  "x",
])("[WB11] a link to %s becomes text with its destination", (url) => {
  const html = shown(`[click](<${url}>)`);
  expect(html).not.toContain("<a");
  expect(html).toContain("click");
  expect(html).toContain(`(${url})`);
});

test("[WB11] a link shows its real host and sends no referrer", () => {
  const html = shown("[https://bank.example](https://bank.example@evil.example/x) and <me@mail.example>");
  expect(html).toContain('rel="noopener noreferrer nofollow"');
  expect(html).toContain('<span class="link-place">evil.example</span>');
  expect(html).toContain('href="mailto:me@mail.example"');
  expect(shown("[аpple](https://аpple.com)")).toContain("xn--pple-43d.com");
  expect(shown("[by name][n]\n\n[n]: https://a.example/")).toContain('href="https://a.example/"');
});

test("[WB11] an image becomes a link and is not loaded", () => {
  const html = shown("![a cat](https://spy.example/pixel.png)");
  expect(html).not.toContain("<img");
  expect(html).toContain("Image: a cat");
  expect(html).toContain('href="https://spy.example/pixel.png"');
});

test("[WB11] hidden and direction-changing characters are visible in text, code and URLs", () => {
  const html = shown("safe \u202eexe.txt\u202c `a\u200bb` \u0007 [x](http:\u2066)");
  for (const code of ["U+202E", "U+202C", "U+200B", "U+0007", "U+2066"]) expect(html).toContain(code);
  expect(html).not.toMatch(/[\u202e\u202c\u200b\u0007]/);
  expect(shown("👩‍👩‍👧 می‌خواهم line\r\nnext")).not.toContain("U+");
});

test.each([
  ["nested quotes", `${"> ".repeat(100)}text`],
  ["nested lists", `${"- ".repeat(100)}text`],
  ["indented lists", Array.from({ length: 60 }, (_, level) => `${"  ".repeat(level)}- text`).join("\n")],
  ["a megabyte", "word ".repeat(200_000)],
])("[WB11] text that is too deep or too long to parse is shown as written: %s", (_, text) => {
  expect(shown(text)).toBe(`<p class="plain-text" dir="auto">${escaped(text)}</p>`);
});

test("[WB11] a thematic break and a list of 40 levels are parsed", () => {
  expect(shown(`a\n\n${"-".repeat(80)}\n\nb`)).toContain("<hr></hr>");
  const deep = Array.from({ length: 40 }, (_, level) => `${"  ".repeat(level)}- level ${level}`).join("\n");
  expect(shown(deep)).toContain("<ul>");
  expect(shown(deep)).toContain("level 39");
});

test("[WB11] no text becomes an element or an attribute", () => {
  const piece = fc.constantFrom(
    "<",
    ">",
    '"',
    "[",
    "](",
    ")",
    "`",
    "*",
    "javascript:",
    "![",
    "\n",
    "|",
    "&lt;",
    "<a href=x>",
    "a",
    "http://a.b",
    "\u202e",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const html = shown(pieces.join(""));
      expect(html).not.toMatch(
        /<(script|img|iframe|style|svg|form|object)|href="(?!https?:|mailto:)| on\w+="/i,
      );
    }),
  );
});

/** Elements as HTML; components must not use hooks. */
function htmlOf(children: ComponentChildren): string {
  if (children === null || children === undefined || typeof children === "boolean") return "";
  if (Array.isArray(children)) return children.map(htmlOf).join("");
  if (typeof children !== "object") return escaped(String(children));
  const { type, props } = children as VNode<Record<string, unknown>>;
  if (type === Fragment) return htmlOf(props.children);
  if (typeof type === "function") return htmlOf((type as FunctionComponent<Record<string, unknown>>)(props));
  if ("dangerouslySetInnerHTML" in props) throw new Error("HTML from text");
  const attributes = Object.entries(props)
    .filter(([name, value]) => name !== "children" && value !== undefined)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`);
  return `<${type}${attributes.join("")}>${htmlOf(props.children)}</${type}>`;
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&${{ "&": "amp", "<": "lt", ">": "gt", '"': "quot" }[character]};`);
