import type { Nodes, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { ExternalLink } from "../ui/external-link.tsx";
import { CodeLines, Scroller } from "../ui/scroller.tsx";
import { visible } from "./visible-text.tsx";

/** Longer texts are shown as they are: reading them as Markdown could hold up the page. */
const LONGEST = 30_000;
/** What is nested deeper is shown as it is. */
const DEEPEST = 24;

/** What Markdown is shown with. */
export interface MarkdownProps {
  readonly text: string;
  /** The level of a heading `#`: one below the heading that it stands under. */
  readonly headingLevel?: number;
}

/**
 * A stranger's Markdown as elements. It never becomes HTML text: raw HTML in it is shown as written, links go to the
 * web or to mail only and say where, pictures are not loaded, and hidden characters are visible.
 */
export default function Markdown({ text, headingLevel = 3 }: MarkdownProps) {
  const shown = useMemo(() => markdownElements(text, headingLevel), [text, headingLevel]);
  return <div class="markdown">{shown}</div>;
}

/** The elements of a text; it depends on nothing but the text. */
export function markdownElements(text: string, headingLevel: number): ComponentChildren {
  if (isCostly(text)) return <Plain text={text} />;
  const tree = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const definitions = new Map<string, string>();
  for (const node of tree.children)
    if (node.type === "definition") definitions.set(node.identifier, node.url);
  return children(tree.children, { source: text, headingLevel, definitions, depth: 0 });
}

function Plain({ text }: { readonly text: string }) {
  return (
    <p class="plain-text" dir="auto">
      {visible(text)}
    </p>
  );
}

interface Surroundings {
  readonly source: string;
  readonly headingLevel: number;
  /** Where links by name lead. */
  readonly definitions: ReadonlyMap<string, string>;
  readonly depth: number;
}

function children(nodes: readonly RootContent[], around: Surroundings): ComponentChildren {
  return nodes.map((node) => element(node, around));
}

function element(node: RootContent, around: Surroundings): ComponentChildren {
  const inner = (parent: { readonly children: readonly Nodes[] }) =>
    children(parent.children as readonly RootContent[], { ...around, depth: around.depth + 1 });
  if (around.depth > DEEPEST) return asWritten(node, around);
  switch (node.type) {
    case "text":
      return visible(node.value);
    case "paragraph":
      return <p dir="auto">{inner(node)}</p>;
    case "heading": {
      const Heading = `h${Math.min(6, around.headingLevel + node.depth - 1)}` as "h3";
      return <Heading dir="auto">{inner(node)}</Heading>;
    }
    case "emphasis":
      return <em>{inner(node)}</em>;
    case "strong":
      return <strong>{inner(node)}</strong>;
    case "delete":
      return <del>{inner(node)}</del>;
    case "inlineCode":
      return <code dir="ltr">{visible(node.value)}</code>;
    case "code":
      return <CodeLines>{visible(node.value)}</CodeLines>;
    case "blockquote":
      return <blockquote>{inner(node)}</blockquote>;
    case "list":
      return node.ordered ? <ol start={node.start ?? 1}>{inner(node)}</ol> : <ul>{inner(node)}</ul>;
    case "listItem":
      return (
        <li class={typeof node.checked === "boolean" ? "task" : undefined}>
          {typeof node.checked === "boolean" && <TaskMark isDone={node.checked} />}
          {inner(node)}
        </li>
      );
    case "link":
      return <ExternalLink url={node.url}>{inner(node)}</ExternalLink>;
    case "linkReference":
      return <ExternalLink url={around.definitions.get(node.identifier) ?? ""}>{inner(node)}</ExternalLink>;
    case "image":
      return (
        <ExternalLink url={node.url}>{visible(`Picture: ${node.alt || "without a text"}`)}</ExternalLink>
      );
    case "table":
      return (
        <Scroller label="Table">
          <table>
            <tbody>{inner(node)}</tbody>
          </table>
        </Scroller>
      );
    case "tableRow":
      return <tr>{inner(node)}</tr>;
    case "tableCell":
      return <td dir="auto">{inner(node)}</td>;
    case "thematicBreak":
      return <hr />;
    case "break":
      return <br />;
    case "definition":
      return null;
    default:
      return asWritten(node, around);
  }
}

/** What is not understood, or not wanted, stands there as it was written; nothing is lost. */
function asWritten({ position }: RootContent, { source }: Surroundings): ComponentChildren {
  if (!position) return null;
  return <span class="as-written">{visible(source.slice(position.start.offset, position.end.offset))}</span>;
}

function TaskMark({ isDone }: { readonly isDone: boolean }) {
  return (
    <span class="task-mark" role="img" aria-label={isDone ? "done" : "not done"}>
      {isDone ? "☑" : "☐"}
    </span>
  );
}

/**
 * Whether reading a text as Markdown would hold up the page: the reader's time grows faster than the text with nesting,
 * and with marks that might each begin or end something.
 */
function isCostly(text: string): boolean {
  if (text.length > LONGEST || count(text, "~") > 300 || count(text, "[") > 1000) return true;
  for (const [prefix] of text.matchAll(/^[\t >*+\-\d.)]{3,}/gm))
    if ((prefix.match(/>|[*+-][ \t]|\d[.)][ \t]/g)?.length ?? 0) > DEEPEST) return true;
  return false;
}

const count = (text: string, mark: string): number => text.split(mark).length - 1;
