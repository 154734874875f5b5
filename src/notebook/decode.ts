import * as z from "zod";
import { type ReadLinked, readCells } from "./decode-cells.ts";
import { LineReader } from "./line-reader.ts";
import { Language, type Notebook, type NotebookIds, toNotebook } from "./notebook.ts";
import { headingOf, shownAs } from "./syntax.ts";

/** What a `.src.md` file does not contain: ids, and the text of linked files. */
export interface DecodeOptions {
  readonly ids?: NotebookIds;
  readonly linked?: ReadLinked;
}

/** The notebook of a `.src.md` file, ours or Srcbook's; throws `NotebookFileError` with the invalid line. */
export function decode(text: string, { ids, linked }: DecodeOptions = {}): Notebook {
  const lines = linesOf(text);
  const reader = new LineReader(lines);
  const header = readHeader(reader);
  reader.skipBlank();
  const heading = headingOf(reader.line, 1);
  if (heading === undefined) throw reader.failure("the notebook's title ('# Title') must stand here.");
  reader.take();
  const { cells, files } = readCells(lines.slice(reader.at), reader.at + 1, linked);
  const packageJson = files.get("package.json");
  const tsconfig = files.get("tsconfig.json") ?? header.tsconfig;
  // A title that was edited by hand takes precedence over the one in the marker.
  const title = header.title !== undefined && shownAs(header.title) === heading ? header.title : heading;
  return toNotebook(
    {
      title,
      language: header.language,
      cells,
      packageJson,
      tsconfig,
    },
    ids,
  );
}

/** A file whose first line ends in CR LF was converted as a whole; in others CR is part of a cell. */
function linesOf(text: string): readonly string[] {
  const start = text.replace(/^\ufeff/, "");
  const converted = /^\s*<!--[^\n]*\r\n/.test(start);
  return (converted ? start.replaceAll("\r\n", "\n") : start).split("\n");
}

const Header = z
  .object({
    language: Language,
    // Srcbook writes it as text or as an object.
    "tsconfig.json": z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
    title: z.string().optional(),
  })
  .transform(({ "tsconfig.json": config, language, title }) => ({
    language,
    title,
    tsconfig: config === undefined || typeof config === "string" ? config : JSON.stringify(config, null, 2),
  }));

function readHeader(reader: LineReader): z.output<typeof Header> {
  reader.skipBlank();
  const line = reader.line.trim();
  const start = /^<!--\s*srcbook:/.exec(line)?.[0];
  if (start === undefined || !line.endsWith("-->"))
    throw reader.failure(`the file must begin with '<!-- srcbook:{"language":"typescript"} -->'.`);
  try {
    const header = Header.parse(JSON.parse(line.slice(start.length, -"-->".length)));
    reader.take();
    return header;
  } catch {
    throw reader.failure(`the header must be JSON with "language": "typescript" or "javascript".`);
  }
}
