import { escapeHtml } from "./html-escape.ts";
import { closes, fenceOf } from "./syntax.ts";

/**
 * Markdown as HTML, in a small safe subset: headings, paragraphs, lists, code, emphasis and links to http and https.
 * Everything else is shown as the text it is.
 */
export function markdownToHtml(markdown: string): string {
  const lines = markdown.split(/\r\n|\n|\r/);
  const html: string[] = [];
  let at = 0;
  while (at < lines.length) {
    const block = readBlock(lines, at);
    html.push(block.html);
    at = block.next;
  }
  return html.filter((part) => part !== "").join("\n");
}

interface Block {
  readonly html: string;
  readonly next: number;
}

function readBlock(lines: readonly string[], at: number): Block {
  const line = lines[at]!;
  if (line.trim() === "") return { html: "", next: at + 1 };
  const fence = fenceOf(line);
  if (fence) {
    const next = runFrom(lines, at + 1, (one) => !closes(one, fence));
    return { html: codeHtml(lines.slice(at + 1, next).join("\n")), next: next + 1 };
  }
  const heading = /^(#{1,6})[ \t]([\s\S]*)$/.exec(line);
  if (heading) {
    // The page's title has level 1, so a notebook's headings begin at 2.
    const level = Math.min(heading[1]!.length + 1, 6);
    return { html: `<h${level}>${inline(heading[2]!.trimStart())}</h${level}>`, next: at + 1 };
  }
  for (const [tag, item] of LISTS) {
    if (!item.test(line)) continue;
    const next = runFrom(lines, at, (one) => item.test(one) || /^\s+\S/.test(one));
    return { html: `<${tag}>${items(lines.slice(at, next), item)}</${tag}>`, next };
  }
  const next = runFrom(lines, at + 1, (one) => one.trim() !== "" && !startsBlock(one));
  return { html: `<p>${inline(lines.slice(at, next).join("\n"))}</p>`, next };
}

const LISTS = [
  ["ul", /^ {0,3}[-*+][ \t]+/],
  ["ol", /^ {0,3}\d{1,9}[.)][ \t]+/],
] as const;

function startsBlock(line: string): boolean {
  return !!fenceOf(line) || /^#{1,6}[ \t]/.test(line) || LISTS.some(([, item]) => item.test(line));
}

/** Lines that go on below an item belong to it; lists in lists are shown as lines of their item. */
function items(lines: readonly string[], item: RegExp): string {
  const texts: string[] = [];
  for (const line of lines)
    if (item.test(line)) texts.push(line.replace(item, ""));
    else texts.push(`${texts.pop() ?? ""}\n${line.trim()}`);
  return texts.map((text) => `<li>${inline(text)}</li>`).join("");
}

function runFrom(lines: readonly string[], from: number, belongs: (line: string) => boolean): number {
  let at = from;
  while (at < lines.length && belongs(lines[at]!)) at++;
  return at;
}

/** Code as a block. */
export function codeHtml(code: string): string {
  return `<pre><code>${escapeHtml(code)}</code></pre>`;
}

/** No alternative can read over another's start, and each is bounded: the time grows with the text only. */
const SPAN =
  /`([^`\n]{1,2000})`|\*\*([^\s*][^*]{0,2000})\*\*|\*([^\s*][^*]{0,2000})\*|\[([^[\]]{1,500})\]\((https?:\/\/[^\s()<>"'`\\]{1,2000})\)/gi;

function inline(text: string): string {
  let html = "";
  let end = 0;
  for (const match of text.matchAll(SPAN)) {
    const [whole, code, strong, emphasis, label, link] = match;
    html += escapeHtml(text.slice(end, match.index));
    if (code !== undefined) html += `<code>${escapeHtml(code)}</code>`;
    else if (strong !== undefined) html += `<strong>${inline(strong)}</strong>`;
    else if (emphasis !== undefined) html += `<em>${inline(emphasis)}</em>`;
    else html += `<a href="${escapeHtml(link!)}" rel="noopener noreferrer">${escapeHtml(label!)}</a>`;
    end = match.index + whole.length;
  }
  return html + escapeHtml(text.slice(end));
}
