/** Markdown as one line of plain text. */
export function plainLine(markdown: string): string {
  return (
    markdown
      // Fences and table delimiter rows.
      .replace(/^[ \t]*(?:```|~~~).*$/gm, "")
      .replace(/^[ \t|:-]+$/gm, (line) => (line.includes("---") ? "" : line))
      .replace(/^[ \t]*(?:#{1,6}|>|[-*+])[ \t]+/gm, "")
      .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1")
      // Not underscores inside a word or stars in a product.
      .replace(
        /(?<![\w*])(?:\*{1,3}|_{1,3}|~~|`{1,9})(?=\S)|(?<=\S)(?:\*{1,3}|_{1,3}|~~|`{1,9})(?![\w*])/g,
        "",
      )
      .replace(/[\s|]+/g, " ")
      .trim()
  );
}
