import { documentPieces } from "../../notebook/document.ts";
import type { Notebook } from "../../notebook/notebook.ts";
import { NOTEBOOK_FORMATS, type NotebookFormat } from "../../notebook/notebooks.ts";
import type { Outputs } from "../../notebook/output.ts";
import { CommandFailure } from "../command.ts";
import { writeWhole } from "../sessions/write-whole.ts";
import { line } from "../table.ts";

/** A notebook as a file of this format, with possible secrets removed. */
export function documentOf(format: NotebookFormat, notebook: Notebook, outputs: Outputs): string {
  return [...documentPieces(format, notebook, outputs)].join("");
}

/** The requested format: by name, else by file extension, else `.src.md`. */
export function formatFor(format: string | undefined, output: string | undefined): NotebookFormat {
  const found = NOTEBOOK_FORMATS.find((one) =>
    format === undefined ? output?.toLowerCase().endsWith(`.${one}`) : one === format,
  );
  if (found !== undefined) return found;
  const formats = NOTEBOOK_FORMATS.join(", ");
  if (format !== undefined)
    throw new CommandFailure(`--format: '${line(format, 80)}' is not one of ${formats}`, 2);
  if (output === undefined) return "src.md";
  throw new CommandFailure(`--output: '${line(output, 80)}' must end in one of ${formats}`, 2);
}

/** Writes a document to a file atomically. */
export function writeDocument(home: string, file: string, document: string): Promise<void> {
  return writeWhole(
    home,
    file,
    (async function* () {
      yield document;
    })(),
  );
}
