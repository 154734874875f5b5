import { encode } from "./encode.ts";
import { htmlPieces } from "./html.ts";
import { toIpynb } from "./ipynb.ts";
import type { Notebook } from "./notebook.ts";
import type { NotebookFormat } from "./notebooks.ts";
import type { Outputs } from "./output.ts";
import { redactNotebook } from "./redact-notebook.ts";

/** A notebook as a file to share, with everything that looks like a secret redacted; `.src.md` has no outputs. */
export function documentPieces(
  format: NotebookFormat,
  notebook: Notebook,
  outputs: Outputs,
): Iterable<string> {
  if (format === "src.md") return [encode(redactNotebook(notebook))];
  return format === "ipynb" ? [toIpynb(notebook, outputs)] : htmlPieces(notebook, outputs);
}
