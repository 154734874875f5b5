import { createHash } from "node:crypto";
import { redactText } from "../ledger/index.ts";
import type { Cell } from "./cell.ts";
import { escapeHtml } from "./html-escape.ts";
import { codeHtml, markdownToHtml } from "./html-markdown.ts";
import { outputToHtml } from "./html-output.ts";
import { STYLE } from "./html-style.ts";
import type { Notebook } from "./notebook.ts";
import type { Output, Outputs } from "./output.ts";
import { redactCell, redactOutput } from "./redact-notebook.ts";

/** A notebook and its outputs as one inert page without secrets, which loads nothing. */
export function toHtml(notebook: Notebook, outputs: Outputs = new Map()): string {
  return [...htmlPieces(notebook, outputs)].join("");
}

/** The same page, cell by cell. */
export function* htmlPieces(notebook: Notebook, outputs: Outputs): Generator<string> {
  const title = escapeHtml(redactText(notebook.title));
  const style = createHash("sha256").update(STYLE).digest("base64");
  const policy = `default-src 'none'; img-src data:; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'`;
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
`;
  for (const [index, cell] of notebook.cells.entries()) {
    const shown = (outputs.get(cell.id) ?? []).map((output) => redactOutput(output, cell));
    yield `${index === 0 ? "" : "\n"}${cellToHtml(redactCell(cell), shown)}`;
  }
  yield `
</main>
</body>
</html>
`;
}

function cellToHtml(cell: Cell, outputs: readonly Output[]): string {
  if (cell.kind === "title") return `<h2>${escapeHtml(cell.content)}</h2>`;
  if (cell.kind === "markdown") return markdownToHtml(cell.content);
  const shown = outputs.map(outputToHtml).join("\n");
  const section = shown === "" ? "" : `\n<section class="outputs">${shown}</section>`;
  return `<figure><figcaption>${escapeHtml(cell.filename)}</figcaption>${codeHtml(cell.content)}</figure>${section}`;
}
