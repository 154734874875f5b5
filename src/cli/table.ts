import type { Colours } from "./colours.ts";

// Controls, ANSI escapes and bidirectional overrides in a thought must not act on the reader's terminal.
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** One line of a text, safe to show on a terminal and cut to a width. */
export function line(text: string, width = Number.POSITIVE_INFINITY): string {
  const flat = text.replace(/\s+/g, " ").replace(UNPRINTABLE, "\ufffd").trim();
  const characters = [...flat];
  return characters.length <= width ? flat : `${characters.slice(0, Math.max(0, width - 1)).join("")}…`;
}

/** A text of several lines, safe to show on a terminal. */
export function paragraph(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(UNPRINTABLE, (found) => (found === "\n" || found === "\t" ? found : "\ufffd"));
}

/** JSON that is safe to show on a terminal; it parses to the same value. */
export function safeJson(json: string): string {
  return json.replace(UNPRINTABLE, (found) =>
    found === "\n" ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Rows under headings, each column as wide as its widest cell; with colours, the headings are dimmed. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  colours?: Pick<Colours, "dim" | "cyan">,
): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => [...(row[column] ?? "")].length)),
  );
  const render = (row: readonly string[]) =>
    row
      .map((cell, column) => cell + " ".repeat(Math.max(0, widths[column]! - [...cell].length)))
      .join("  ")
      .trimEnd();
  const [top, ...lines] = [headings, ...rows].map(render);
  if (!colours) return `${[top, ...lines].join("\n")}\n`;
  const first = widths[0] ?? 0;
  // The first column identifies the row.
  const painted = lines.map((text) => {
    const characters = [...text];
    return colours.cyan(characters.slice(0, first).join("")) + characters.slice(first).join("");
  });
  return `${[colours.dim(top!), ...painted].join("\n")}\n`;
}
