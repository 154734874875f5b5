import createMarkdownIt, { type MarkdownIt, type Token } from "markdown-it";

/** Text, or an element with its content. Renderers escape text and accept only the tags listed here. */
export type MarkdownNode = string | MarkdownElement;

export interface MarkdownElement {
  readonly tag: MarkdownTag;
  readonly children: readonly MarkdownNode[];
  /** For `a`: the destination as written. Pass it through `safeLink` before you use it. */
  readonly url?: string;
  /** For `ol`: the first number. */
  readonly start?: number;
  /** For `pre`: the language of a fenced block, as written. */
  readonly language?: string;
  /** For `li`: whether the task is done; undefined if the item is not a task. */
  readonly isDone?: boolean;
}

/** `pre` is a code block, `plain` is text that was not parsed and keeps its line breaks. */
export type MarkdownTag =
  | `h${1 | 2 | 3 | 4 | 5 | 6}`
  | ("p" | "blockquote" | "ul" | "ol" | "li" | "pre" | "hr" | "plain")
  | ("table" | "thead" | "tbody" | "tr" | "th" | "td")
  | ("em" | "strong" | "del" | "code" | "a" | "br");

/** Longer texts are not parsed. The parser is linear, but 50,000 hostile characters take it 0.2 s. */
const LONGEST = 50_000;
/** The parser drops what is nested more than 100 levels deep, so deeper texts are not parsed. */
const DEEPEST = 90;

/**
 * Parses untrusted Markdown (CommonMark, tables, strikethrough, tasks) in linear time. Raw HTML becomes text, images
 * become links, and `#` becomes a heading of `headingLevel`.
 */
export function markdownTree(text: string, headingLevel: number): readonly MarkdownNode[] {
  if (text.length > LONGEST || isTooDeep(text)) return [{ tag: "plain", children: [text] }];
  parser ??= createParser();
  return nest(parser.parse(text, {}), headingLevel);
}

let parser: MarkdownIt | undefined;

function createParser(): MarkdownIt {
  const created = createMarkdownIt({ html: false, linkify: true });
  // Without a scheme, `notes.md` and `main.rs` would be links.
  created.linkify.set({ fuzzyLink: false });
  // Renderers decide with `safeLink` and show the destination as it was written.
  created.validateLink = () => true;
  created.normalizeLink = (url) => url;
  return created;
}

function isTooDeep(text: string): boolean {
  for (const [prefix] of text.matchAll(/^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t]))+/gm))
    if (prefix.replaceAll("\t", "    ").length > DEEPEST) return true;
  return false;
}

type Growing = { -readonly [Key in keyof MarkdownElement]: MarkdownElement[Key] } & {
  children: MarkdownNode[];
};

/** Turns the parser's flat list of opening and closing tokens into a tree. */
function nest(tokens: readonly Token[], headingLevel: number): readonly MarkdownNode[] {
  const root: MarkdownNode[] = [];
  const open: MarkdownNode[][] = [root];
  for (const [index, token] of tokens.entries()) {
    const siblings = open.at(-1)!;
    // Paragraphs of tight lists.
    if (token.hidden) continue;
    if (token.nesting === -1) open.pop();
    else if (token.type === "inline") siblings.push(...nest(token.children ?? [], headingLevel));
    else if (token.type === "text") siblings.push(token.content);
    else if (token.type === "softbreak") siblings.push("\n");
    else {
      const element = elementOf(token, headingLevel);
      if (token.type === "list_item_open") element.isDone = takeTask(tokens[index + 2]);
      siblings.push(element);
      if (token.nesting === 1) open.push(element.children);
    }
  }
  return root;
}

function elementOf(token: Token, headingLevel: number): Growing {
  const tag = token.tag as MarkdownTag;
  switch (token.type) {
    case "heading_open":
      return { tag: `h${Math.min(6, headingLevel + Number(tag[1]) - 1)}` as "h1", children: [] };
    case "ordered_list_open":
      return { tag, children: [], start: Number(token.attrGet("start") ?? 1) };
    case "s_open":
      return { tag: "del", children: [] };
    case "link_open":
      return { tag, children: [], url: String(token.attrGet("href")) };
    case "image":
      return {
        tag: "a",
        children: [`Image: ${token.content || "no description"}`],
        url: String(token.attrGet("src")),
      };
    case "code_inline":
      return { tag, children: [token.content] };
    case "fence":
    case "code_block": {
      const [language = ""] = token.info.trim().split(/\s/, 1);
      const children = [token.content.replace(/\n$/, "")];
      return { tag: "pre", children, ...(language !== "" && { language }) };
    }
    default:
      return { tag, children: [] };
  }
}

/** Removes `[x] ` from the start of a list item and returns whether it was checked; undefined if there is none. */
function takeTask(inline: Token | undefined): boolean | undefined {
  const first = inline?.type === "inline" ? inline.children?.[0] : undefined;
  const box = first?.type === "text" ? /^\[([ xX])\][ \t]/.exec(first.content) : null;
  if (!box) return undefined;
  first!.content = first!.content.slice(box[0].length);
  return box[1] !== " ";
}
