/** A piece of Markdown as one line of words: what only marks up is left out. */
export function plainLine(markdown: string): string {
  return (
    markdown
      // Fences, and the line between a table's head and its rows.
      .replace(/^[ \t]*(?:```|~~~).*$/gm, "")
      .replace(/^[ \t|:-]+$/gm, (line) => (line.includes("---") ? "" : line))
      .replace(/^[ \t]*(?:#{1,6}|>|[-*+])[ \t]+/gm, "")
      .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1")
      // Not the lines and stars inside a word or a sum.
      .replace(
        /(?<![\w*])(?:\*{1,3}|_{1,3}|~~|`{1,9})(?=\S)|(?<=\S)(?:\*{1,3}|_{1,3}|~~|`{1,9})(?![\w*])/g,
        "",
      )
      .replace(/[\s|]+/g, " ")
      .trim()
  );
}
