import { redactText } from "../ledger/index.ts";
import type { Cell } from "./cell.ts";
import type { Notebook } from "./notebook.ts";
import { jsonOf, type Output, type Outputs } from "./output.ts";
import { redactCell, redactOutput } from "./redact-notebook.ts";

/** A notebook and its outputs as a Jupyter notebook (nbformat 4.5) for the Deno kernel, as JSON without secrets. */
export function toIpynb(notebook: Notebook, outputs: Outputs = new Map()): string {
  const { language } = notebook;
  const title = redactText(notebook.title);
  const idOf = uniqueIds();
  const cells = [
    markdownCell(idOf("title"), `# ${title}`),
    ...notebook.cells.map((cell) => {
      const shown = (outputs.get(cell.id) ?? []).map((output) => redactOutput(output, cell));
      return cellOf(redactCell(cell), idOf(cell.id), shown);
    }),
  ];
  const document = {
    cells,
    metadata: {
      kernelspec: { name: "deno", display_name: "Deno", language },
      language_info: {
        name: language,
        file_extension: language === "typescript" ? ".ts" : ".js",
        mimetype: `text/x.${language}`,
      },
      title,
    },
    nbformat: 4,
    nbformat_minor: 5,
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}

function cellOf(cell: Cell, id: string, outputs: readonly Output[]) {
  if (cell.kind === "markdown") return markdownCell(id, cell.content);
  if (cell.kind === "title") return markdownCell(id, `# ${cell.content}`);
  return {
    cell_type: "code",
    id,
    metadata: { clew: { filename: cell.filename } },
    execution_count: null,
    source: linesOf(cell.content),
    outputs: outputs.map(outputOf),
  };
}

function markdownCell(id: string, content: string) {
  return { cell_type: "markdown", id, metadata: {}, source: linesOf(content) };
}

function outputOf(output: Output) {
  switch (output.type) {
    case "stream":
      return { output_type: "stream", name: output.name, text: linesOf(output.text) };
    case "error": {
      const { name, message, frame } = output;
      const traceback = [`${name}: ${message}`, ...(frame === undefined ? [] : frame.split("\n"))];
      return { output_type: "error", ename: name, evalue: message, traceback };
    }
    case "display": {
      const data = bundleOf(output.data);
      if (output.result !== true) return { output_type: "display_data", data, metadata: {} };
      return { output_type: "execute_result", execution_count: null, data, metadata: {} };
    }
  }
}

/** JSON media types have values, all others text. */
function bundleOf(data: Readonly<Record<string, string>>): Record<string, unknown> {
  const entries = Object.entries(data).map(([mime, text]) => {
    const value = jsonOf(mime, text);
    return [mime, value === undefined ? linesOf(text) : value];
  });
  return Object.fromEntries(entries);
}

/** Text in Jupyter's format: one string per line, including its line end. */
function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}

/**
 * Jupyter's ids have 1 to 64 ASCII characters (`A-Z`, `a-z`, `0-9`, `-`, `_`) and are unique; others become `cell-N`.
 */
function uniqueIds(): (id: string) => string {
  const used = new Set<string>();
  let count = 0;
  return (id) => {
    let unique = id;
    while (!/^[A-Za-z0-9_-]{1,64}$/.test(unique) || used.has(unique)) unique = `cell-${++count}`;
    used.add(unique);
    return unique;
  };
}
