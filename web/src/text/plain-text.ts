/** Markdown as plain text without its markup. Line breaks stay, so that the height is about that of the rendered text. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/^[ \t]*(?:```|~~~).*\n?/gm, "")
    .replace(/^[ \t|:-]+$/gm, (line) => (line.includes("---") ? "" : line))
    .replace(/^([ \t]*)(?:#{1,6}|>)[ \t]+/gm, "$1")
    .replace(/^([ \t]*)[-*+][ \t]+/gm, "$1• ")
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replace(/(?<![\w*])(?:\*{1,3}|_{1,3}|~~|`{1,9})(?=\S)|(?<=\S)(?:\*{1,3}|_{1,3}|~~|`{1,9})(?![\w*])/g, "")
    .replace(/^\||\|$/gm, "")
    .replace(/\|/g, "  ");
}
