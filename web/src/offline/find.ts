import type { HtmlThought } from "./data.ts";

/** Index of every thought that holds a text, whatever its case. */
export function findThoughts(thoughts: readonly HtmlThought[], text: string): readonly number[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return [];
  return thoughts.flatMap((thought, index) => (textOf(thought).includes(wanted) ? [index] : []));
}

function textOf({ content, critique }: HtmlThought): string {
  return `${content}\n${typeof critique?.text === "string" ? critique.text : ""}`.toLowerCase();
}

/** So many places are marked; more would take long, and nobody looks at them at once. */
const MARKED = 500;

/** Marks a text wherever it stands in these elements; nothing in the page is changed for it. */
export function markText(elements: readonly Element[], text: string): void {
  if (!("highlights" in CSS)) return;
  CSS.highlights.delete("found");
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return;
  const ranges: Range[] = [];
  for (const element of elements) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node && ranges.length < MARKED; node = walker.nextNode())
      ranges.push(...rangesIn(node as Text, wanted));
  }
  CSS.highlights.set("found", new Highlight(...ranges));
}

function rangesIn(node: Text, wanted: string): Range[] {
  const ranges: Range[] = [];
  const held = node.data.toLowerCase();
  // Some letters have another length in lower case.
  if (held.length !== node.data.length) return ranges;
  for (let at = held.indexOf(wanted); at >= 0; at = held.indexOf(wanted, at + wanted.length)) {
    const range = new Range();
    range.setStart(node, at);
    range.setEnd(node, at + wanted.length);
    ranges.push(range);
  }
  return ranges;
}
