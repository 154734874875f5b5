import type { Sentence } from "./prose.ts";

const ROW = /^[ \t]{0,8}\|.*\|[ \t]*$/;

/** A text without its Markdown tables. */
export function withoutTables(content: string): string {
  return content.includes("|")
    ? content
        .split("\n")
        .map((line) => (ROW.test(line) ? "" : line))
        .join("\n")
    : content;
}

/** The cells of Markdown tables with a number, each as a sentence of its row's label, its column's head and the cell. */
export function* rowsOf(content: string): Iterable<Sentence> {
  if (!content.includes("|")) return;
  let head: readonly string[] | undefined;
  for (const line of content.split("\n")) {
    const cells = ROW.test(line)
      ? line
          .trim()
          .slice(1, -1)
          .split("|")
          .map((cell) => cell.trim())
      : undefined;
    if (!cells) head = undefined;
    else if (!head) head = cells;
    else if (/\p{L}{3}/u.test(cells[0]!) && cells.length <= 20)
      for (const [index, cell] of cells.entries())
        if (index > 0 && /^\W{0,3}\d/.test(cell))
          yield { text: `The ${cells[0]} ${head[index] ?? ""} is ${cell}.`, isQuestion: false };
  }
}
