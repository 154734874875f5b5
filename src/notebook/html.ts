import { createHash } from "node:crypto";
import { redactText } from "../ledger/index.ts";
import type { Cell } from "./cell.ts";
import { escapeHtml } from "./html-escape.ts";
import { codeHtml, markdownToHtml } from "./html-markdown.ts";
import { outputToHtml } from "./html-output.ts";
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

/** The style of a notebook's page, in light and dark. */
const STYLE = `
:root { color-scheme: light dark; --text: #1d1f23; --quiet: #5f6672; --page: #fdfdfc; --code: #f3f3f0; --line: #dcdcd6; --link: #0b57b0; --bad: #a8201a; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e6e3; --quiet: #a0a5ae; --page: #17181b; --code: #212327; --line: #383b41; --link: #86b7f5; --bad: #ff9288; }
}
body { margin: 0; background: var(--page); color: var(--text); font: 1.0625rem/1.6 system-ui, sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: 3rem 1.25rem 5rem; overflow-wrap: break-word; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 2em 0 0.6em; }
h1 { margin-top: 0; font-size: 2rem; }
h2 { font-size: 1.4rem; }
h3, h4, h5, h6 { font-size: 1.1rem; }
p, ul, ol, pre, table, figure, img { margin: 0 0 1em; }
a { color: var(--link); }
code, pre { font: 0.875rem/1.5 ui-monospace, monospace; }
p code, li code { background: var(--code); padding: 0.1em 0.3em; border-radius: 3px; }
pre { overflow-x: auto; white-space: pre-wrap; background: var(--code); padding: 0.8rem 1rem; border-radius: 6px; }
figcaption { color: var(--quiet); font-size: 0.8125rem; margin-bottom: 0.25rem; }
section.outputs { border-left: 3px solid var(--line); padding-left: 1rem; }
section.outputs pre { background: none; padding: 0; }
pre.error, pre.stderr { color: var(--bad); }
img { max-width: 100%; background: #fff; }
table { border-collapse: collapse; display: block; overflow-x: auto; font-size: 0.9375rem; }
th, td { text-align: left; padding: 0.3rem 0.7rem; border-bottom: 1px solid var(--line); }
`;
