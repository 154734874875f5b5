import { bare } from "../facts/sentences.ts";

/** A text on one line that contains no active Markdown, cut to `most` bytes. */
export function safeLine(text: string, mostBytes: number): string {
  const flat = clipped(bare(text), mostBytes);
  const quoted = (flat.split("`").length - 1) % 2 === 0 ? flat : flat.replaceAll("`", "'");
  return quoted
    .replaceAll("\\", "/")
    .replace(/[<>]/g, (found) => (found === "<" ? "‹" : "›"))
    .replace(/!?\[([^[\]]*)\]\(/g, "$1 (");
}

function clipped(text: string, mostBytes: number): string {
  if (Buffer.byteLength(text) <= mostBytes) return text;
  let bytes = 3;
  let end = 0;
  for (const letter of text) {
    bytes += Buffer.byteLength(letter);
    if (bytes > mostBytes) break;
    end += letter.length;
  }
  const cut = text.slice(0, end);
  const space = cut.lastIndexOf(" ");
  return `${cut.slice(0, space > end / 2 ? space : end).trimEnd()}…`;
}
