import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { type MarkdownNode, markdownTree } from "../../../src/markdown/markdown-tree.ts";
import { ExternalLink } from "../ui/external-link.tsx";
import { CodeLines, Scroller } from "../ui/scroller.tsx";
import { codePieces } from "./highlight-code.ts";
import { visible } from "./visible-text.tsx";

export interface MarkdownProps {
  readonly text: string;
  /** The level of the first heading: one below the heading above the text. */
  readonly headingLevel?: number;
}

/**
 * Untrusted Markdown as elements, never as HTML text. Links show their destination, images are not loaded and hidden
 * characters are visible.
 */
export default function Markdown({ text, headingLevel = 3 }: MarkdownProps) {
  const elements = useMemo(() => markdownElements(text, headingLevel), [text, headingLevel]);
  return <div class="markdown">{elements}</div>;
}

/** The elements of a Markdown text. */
export function markdownElements(text: string, headingLevel: number): ComponentChildren {
  return withoutGaps(markdownTree(text, headingLevel), headingLevel, []).map(toElement);
}

/** Headings in levels without gaps: the first is at `headingLevel`, and one below another is one level deeper. */
function withoutGaps(
  nodes: readonly MarkdownNode[],
  headingLevel: number,
  above: string[],
): readonly MarkdownNode[] {
  return nodes.map((node) => {
    if (typeof node === "string") return node;
    if (!/^h\d$/.test(node.tag))
      return { ...node, children: withoutGaps(node.children, headingLevel, above) };
    while (above.length > 0 && above.at(-1)! >= node.tag) above.pop();
    above.push(node.tag);
    return { ...node, tag: `h${Math.min(6, headingLevel + above.length - 1)}` as typeof node.tag };
  });
}

function toElement(node: MarkdownNode): ComponentChildren {
  if (typeof node === "string") return visible(node);
  const { tag, url = "", start, isDone } = node;
  const inner = node.children.map(toElement);
  switch (tag) {
    case "plain":
      return (
        <p class="plain-text" dir="auto">
          {inner}
        </p>
      );
    case "pre":
      return <CodeLines>{highlighted(node.children.join(""), node.language)}</CodeLines>;
    case "code":
      return <code dir="ltr">{inner}</code>;
    case "ol":
      return <ol start={start}>{inner}</ol>;
    case "li":
      return (
        <li class={isDone === undefined ? undefined : "task"} dir="auto">
          {isDone !== undefined && (
            <span class="task-box" role="img" aria-label={isDone ? "done" : "not done"}>
              {isDone ? "☑" : "☐"}
            </span>
          )}
          {inner}
        </li>
      );
    case "a":
      return <ExternalLink url={url}>{inner}</ExternalLink>;
    case "table":
      return (
        <Scroller label="Table">
          <table>{inner}</table>
        </Scroller>
      );
    default: {
      // Screen readers require text in a header cell.
      const Tag = tag === "th" && inner.length === 0 ? "td" : tag;
      return <Tag dir={HAS_DIRECTION.test(tag) ? "auto" : undefined}>{inner}</Tag>;
    }
  }
}

function highlighted(code: string, language = ""): ComponentChildren {
  return codePieces(code, language).map(({ text, kind }, index) =>
    kind === "" ? (
      visible(text)
    ) : (
      <span key={index} class={`code-${kind}`}>
        {visible(text)}
      </span>
    ),
  );
}

const HAS_DIRECTION = /^(p|h\d|td|th)$/;
