/** A piece of Markdown as one line of words: what only marks up is left out. */
export function plainLine(markdown: string): string {
  return (
    markdown
      // Fences, and the line between a table's head and its rows.
      .replace(/^\s*(?:```|~~~).*$/gm, "")
      .replace(/^[\s|:-]*-{3}[\s|:-]*$/gm, "")
      .replace(/^\s*(?:#{1,6}|>|[-*+])\s+/gm, "")
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
      // Not the lines and stars inside a word or a sum.
      .replace(/(?<![\w*])(?:\*{1,3}|_{1,3}|~~|`+)(?=\S)|(?<=\S)(?:\*{1,3}|_{1,3}|~~|`+)(?![\w*])/g, "")
      .replace(/[\s|]+/g, " ")
      .trim()
  );
}
