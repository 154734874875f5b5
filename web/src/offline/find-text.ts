import type { HtmlThought } from "./data.ts";

/** Indexes of the thoughts that contain a text, ignoring case. */
export function findThoughts(thoughts: readonly HtmlThought[], text: string): readonly number[] {
  const query = text.trim().toLowerCase();
  if (query === "") return [];
  return thoughts.flatMap((thought, index) => (textOf(thought).includes(query) ? [index] : []));
}

function textOf({ content, critique }: HtmlThought): string {
  return `${content}\n${typeof critique?.text === "string" ? critique.text : ""}`.toLowerCase();
}

/** Highlights at most this many matches, to stay fast. */
const MOST_MATCHES = 500;

/** Highlights a text in elements, without changing them. */
export function highlightText(elements: readonly Element[], text: string): void {
  if (!("highlights" in CSS)) return;
  CSS.highlights.delete("found");
  const query = text.trim().toLowerCase();
  if (query === "") return;
  const ranges: Range[] = [];
  for (const element of elements) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node && ranges.length < MOST_MATCHES; node = walker.nextNode())
      ranges.push(...rangesIn(node as Text, query));
  }
  CSS.highlights.set("found", new Highlight(...ranges));
}

function rangesIn(node: Text, query: string): Range[] {
  const ranges: Range[] = [];
  const data = node.data.toLowerCase();
  // Some characters have another length in lower case.
  if (data.length !== node.data.length) return ranges;
  for (let at = data.indexOf(query); at >= 0; at = data.indexOf(query, at + query.length)) {
    const range = new Range();
    range.setStart(node, at);
    range.setEnd(node, at + query.length);
    ranges.push(range);
  }
  return ranges;
}
