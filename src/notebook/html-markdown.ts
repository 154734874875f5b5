import { type MarkdownNode, markdownTree } from "../markdown/markdown-tree.ts";
import { safeLink } from "../markdown/safe-link.ts";
import { escapeHtml } from "./html-escape.ts";

/** Renders untrusted Markdown as HTML. The page's title has level 1, so headings start at level 2. */
export function markdownToHtml(markdown: string): string {
  return markdownTree(markdown, 2).map(nodeToHtml).join("\n");
}

/** A code block. */
export function codeHtml(code: string): string {
  return `<pre><code>${escapeHtml(code)}</code></pre>`;
}

function nodeToHtml(node: MarkdownNode): string {
  if (typeof node === "string") return escapeHtml(node);
  const { tag, url = "", start = 1, isDone } = node;
  const inner = node.children.map(nodeToHtml).join("");
  switch (tag) {
    case "hr":
    case "br":
      return `<${tag}>`;
    case "plain":
      return `<pre>${inner}</pre>`;
    case "pre":
      return `<pre><code>${inner}</code></pre>`;
    case "ol":
      return start === 1 ? `<ol>${inner}</ol>` : `<ol start="${start}">${inner}</ol>`;
    case "li":
      return `<li>${isDone === undefined ? "" : isDone ? "☑ " : "☐ "}${inner}</li>`;
    case "a": {
      const target = safeLink(url);
      return target
        ? `<a href="${escapeHtml(target.href)}" rel="noopener noreferrer">${inner}</a>`
        : `${inner} (${escapeHtml(url)})`;
    }
    default:
      return `<${tag}>${inner}</${tag}>`;
  }
}
