import { globSync, readFileSync } from "node:fs";

/** A fenced block of a document. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** The paragraph before it. */
  readonly lead: string;
}

/** The readme, the guides and the readmes of the examples. */
export const documents: readonly string[] = [
  "README.md",
  ...globSync(["docs/guide/*.md", "examples/*/README.md"]).sort(),
];

/** The blocks of a document, in order. */
export function blocksOf(document: string): readonly Block[] {
  const text = readFileSync(document, "utf8");
  return [...text.matchAll(/^(`{3,})(\w*)\n(.*?)^\1$/gms)].map((found) => ({
    language: found[2]!,
    text: found[3]!,
    lead: text.slice(0, found.index).trimEnd().split("\n\n").at(-1)!,
  }));
}

/**
 * The commands of a shell block: one per line, without comments; a line that ends in `\` continues on the next. A block
 * of only variables shows settings of a server.
 */
export function commandsOf({ text }: Block): readonly string[] {
  if (/^(?:\w+=\S+\s*)+$/.test(text)) return [`${text.trim().replaceAll("\n", " ")} npx clew serve`];
  return text
    .replaceAll("\\\n", " ")
    .split("\n")
    .map((line) => line.replace(/(^|\s+)#.*$/, "").trim())
    .filter((line) => line !== "");
}
