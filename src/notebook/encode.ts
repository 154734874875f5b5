import type { Cell } from "./cell.ts";
import { readCells } from "./decode-cells.ts";
import type { Notebook } from "./notebook.ts";
import {
  closes,
  commentJson,
  type Fence,
  fenced,
  fenceOf,
  fitsHeading,
  markLine,
  NOTEBOOK_FILES,
  shownAs,
  shownFile,
} from "./syntax.ts";

/** A notebook as a `.src.md` file, without its ids. */
export function encode(notebook: Notebook): string {
  const { title, language, packageJson, tsconfig, cells } = notebook;
  const plainTitle = fitsHeading(title);
  const header = {
    language,
    "tsconfig.json": tsconfig,
    // In the header, because Srcbook allows no comment between the header and the title.
    ...(!plainTitle && { title }),
  };
  const blocks = [`<!-- srcbook:${commentJson(header)} -->`, `# ${plainTitle ? title : shownAs(title)}`];
  if (packageJson !== undefined) blocks.push(`###### package.json\n\n${fenced("json", packageJson)}`);
  let bare = false;
  for (const cell of cells) {
    const block = blockOf(cell, language);
    const isBare = cell.kind === "markdown" && !block.startsWith(markLine("markdown"));
    if (isBare && bare) blocks.push(markLine("cell"));
    blocks.push(block);
    bare = isBare;
  }
  return `${blocks.join("\n\n")}\n`;
}

function blockOf(cell: Cell, language: string): string {
  switch (cell.kind) {
    case "code":
      return codeBlock(cell.filename, fenced(language, cell.content));
    case "title":
      return `${markLine("title")}\n\n${fitsHeading(cell.content) ? `## ${cell.content}` : fenced("text", cell.content)}`;
    case "markdown":
      return plainMarkdown(cell.content) ?? `${markLine("markdown")}\n\n${fenced("markdown", cell.content)}`;
  }
}

function codeBlock(filename: string, block: string): string {
  if (fitsHeading(filename) && !NOTEBOOK_FILES.includes(filename)) return `###### ${filename}\n\n${block}`;
  return `${markLine("file", filename)}\n\n###### ${shownFile(filename)}\n\n${block}`;
}

/** HTML that may extend beyond the end of a cell, and line ends that only some parsers recognize. */
const UNSAFE = /<(?:!|\?|script|pre|style|textarea)|\r(?!\n)/i;

/** A text as Markdown between other cells; undefined if decoding would not return the same text. */
function plainMarkdown(content: string): string | undefined {
  if (UNSAFE.test(content)) return undefined;
  const lines: string[] = [];
  let fence: Fence | undefined;
  for (const line of content.split("\n")) {
    if (fence) {
      if (closes(line, fence)) fence = undefined;
    } else {
      fence = fenceOf(line);
      const level = /^(#|######)(?=[ \t\r]|$)/.exec(line)?.[0].length;
      // Srcbook refuses a file with two titles, so this text's headings are shown one level lower or higher.
      if (level === 1) lines.push(markLine("h1"), `#${line}`);
      else if (level === 6) lines.push(markLine("h6"), line.slice(1));
      if (level) continue;
      if (/^ {0,3}=+\s*$/.test(line) && lines.at(-1)?.trim()) return undefined;
    }
    lines.push(line);
  }
  const plain = lines.join("\n");
  return survives(plain, content) ? plain : undefined;
}

/** Whether Markdown between two cells decodes to one cell with this content, followed by the next cell. */
function survives(plain: string, content: string): boolean {
  const { cells } = readCells(["", ...plain.split("\n"), "", markLine("cell"), "", "end", ""], 1);
  return cells.length === 2 && cells[0]!.kind === "markdown" && cells[0]!.content === content;
}
