import { LineReader } from "./line-reader.ts";
import type { CellDraft } from "./notebook.ts";
import { fenceOf, headingOf, type Mark, markOf, NOTEBOOK_FILES, shownAs, shownFile } from "./syntax.ts";

/** Returns the text of a file that a notebook's cell links to (`./src/name.ts`), if it exists. */
export type ReadLinked = (path: string) => string | undefined;

/** What follows the title of a notebook file. */
export interface CellsRead {
  readonly cells: readonly CellDraft[];
  readonly files: ReadonlyMap<string, string>;
}

/** Reads cells from lines; `firstLine` is the number of the first line in the file. */
export function readCells(lines: readonly string[], firstLine: number, linked?: ReadLinked): CellsRead {
  const reader = new LineReader(lines, firstLine);
  const cells: CellDraft[] = [];
  const files = new Map<string, string>();
  let markdown: string[] = [];
  while (!reader.done) {
    const part = readMarkdown(reader);
    if (part) {
      for (const line of part) markdown.push(line);
      continue;
    }
    cells.push(...markdownCell(markdown));
    markdown = [];
    const start = reader.at;
    const cell = readCell(reader, linked);
    if (!cell) continue;
    if (cell.kind !== "file") cells.push(cell);
    else if (files.has(cell.name)) throw reader.failure(`there is more than one ${cell.name}.`, start);
    else files.set(cell.name, cell.content);
  }
  cells.push(...markdownCell(markdown));
  return { cells, files };
}

/** One blank line on either side belongs to the file format, everything else to the cell. */
function markdownCell(lines: readonly string[]): readonly CellDraft[] {
  const from = lines[0]?.trim() === "" ? 1 : 0;
  const to = lines.length > from && lines.at(-1)!.trim() === "" ? -1 : undefined;
  const content = lines.slice(from, to).join("\n");
  return content.trim() === "" ? [] : [{ kind: "markdown", content }];
}

/** The next lines of Markdown; undefined before a cell of another kind or a marker. */
function readMarkdown(reader: LineReader): readonly string[] | undefined {
  const { line } = reader;
  const fence = fenceOf(line);
  if (fence) return reader.takeFenced(fence);
  const mark = markOf(line)?.mark;
  if (mark === "h1" || mark === "h6") {
    reader.take();
    const restored = restoredHeading(mark, reader.line);
    if (restored === undefined) return [line];
    reader.take();
    return [restored];
  }
  if (mark || headingOf(line, 1) !== undefined || headingOf(line, 6) !== undefined) return undefined;
  return [reader.take()];
}

function restoredHeading(mark: "h1" | "h6", line: string): string | undefined {
  if (mark === "h1") return /^##(?=[ \t\r]|$)/.test(line) ? line.slice(1) : undefined;
  return /^#####(?=[ \t\r]|$)/.test(line) ? `#${line}` : undefined;
}

/** A file of the notebook itself, listed among the cells but not a cell. */
interface NotebookFile {
  readonly kind: "file";
  readonly name: string;
  readonly content: string;
}

function readCell(reader: LineReader, linked?: ReadLinked): CellDraft | NotebookFile | undefined {
  const found = markOf(reader.line);
  if (found?.mark === "cell") {
    reader.take();
    return undefined;
  }
  if (found?.mark === "file") return readMarkedFile(reader, found.text, linked);
  if (found) return readMarkedCell(reader, found.mark);
  const title = headingOf(reader.line, 1);
  if (title === undefined) return readFile(reader, linked);
  reader.take();
  return { kind: "title", content: title };
}

function readMarkedCell(reader: LineReader, mark: Mark): CellDraft {
  const start = reader.at;
  const kind = mark === "title" ? "title" : "markdown";
  reader.take();
  const content = reader.block();
  if (content !== undefined) return { kind, content };
  const heading = kind === "title" ? headingOf(reader.line, 2) : undefined;
  if (heading === undefined)
    throw reader.failure(`this mark begins a ${kind} cell, but no block follows it.`, start);
  reader.take();
  return { kind, content: heading };
}

function readMarkedFile(reader: LineReader, name: string | undefined, linked?: ReadLinked) {
  const start = reader.at;
  reader.take();
  reader.skipBlank();
  const shown = headingOf(reader.line, 6);
  if (shown === undefined || name === undefined)
    throw reader.failure("this mark names a code cell, but no heading of level 6 follows it.", start);
  // A heading that was edited by hand takes precedence over the name in the marker.
  return readFile(reader, linked, shown === shownFile(name) ? name : undefined);
}

function readFile(reader: LineReader, linked?: ReadLinked, exact?: string): CellDraft | NotebookFile {
  const start = reader.at;
  const heading = headingOf(reader.take(), 6)!;
  if (exact === undefined && heading === "") throw reader.failure("a code cell has no file name.", start);
  const content = reader.block() ?? readLink(reader, linked);
  if (content === undefined)
    throw reader.failure(`no fenced block with code follows the heading '${shownAs(heading)}'.`, start);
  if (exact === undefined && NOTEBOOK_FILES.includes(heading))
    return { kind: "file", name: heading, content };
  return { kind: "code", content, filename: exact ?? heading };
}

/** The code of a cell whose text is in a linked file: `[name.ts](./src/name.ts)`. */
function readLink(reader: LineReader, linked?: ReadLinked): string | undefined {
  const path = /^\[[^\]]*\]\(([^()\s]+)\)\s*$/.exec(reader.line)?.[1];
  if (path === undefined) return undefined;
  if (!/^\.\/[^\\:]+$/.test(path) || path.split("/").includes(".."))
    throw reader.failure("a cell's file must be below the notebook's folder, as './src/name.ts' is.");
  const content = linked?.(path);
  if (content === undefined)
    throw reader.failure(
      `the code of this cell is in '${path}', which cannot be read: export the notebook with inline code.`,
    );
  reader.take();
  return content;
}
