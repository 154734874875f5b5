import { escapeHtml } from "./html-escape.ts";
import { codeHtml, markdownToHtml } from "./html-markdown.ts";
import { jsonOf, type Output, TABLE } from "./output.ts";

/** Renders one output as inert HTML: images as data, HTML and unknown types as text. */
export function outputToHtml(output: Output): string {
  switch (output.type) {
    case "stream":
      return `<pre class="${output.name}">${escapeHtml(output.text)}</pre>`;
    case "error": {
      const frame = output.frame === undefined ? "" : `\n${output.frame}`;
      return `<pre class="error">${escapeHtml(`${output.name}: ${output.message}${frame}`)}</pre>`;
    }
    case "display":
      return displayToHtml(output.data);
  }
}

function displayToHtml(data: Readonly<Record<string, string>>): string {
  for (const [mime, show] of SHOWN) {
    const html = Object.hasOwn(data, mime) ? show(data[mime]!) : undefined;
    if (html !== undefined) return html;
  }
  const [first] = Object.entries(data);
  return first ? codeHtml(first.join("\n")) : "";
}

/** The richest format first; a format that cannot be rendered falls through to the next. */
const SHOWN: readonly (readonly [string, (text: string) => string | undefined])[] = [
  [TABLE, (text) => resourceToHtml(jsonOf(TABLE, text))],
  // As an image, an SVG runs no scripts and loads nothing.
  ["image/svg+xml", (text) => picture("image/svg+xml", Buffer.from(text).toString("base64"))],
  ["image/png", (text) => picture("image/png", text.replace(/\s+/g, ""))],
  ["text/markdown", (text) => `<div class="display">${markdownToHtml(text)}</div>`],
  ["application/json", (text) => recordsToHtml(jsonOf("application/json", text))],
  ["text/plain", codeHtml],
  ["application/json", codeHtml],
  ["text/html", codeHtml],
];

function picture(mime: string, base64: string): string | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined;
  return `<img alt="Output" src="data:${mime};base64,${base64}">`;
}

type Row = Readonly<Record<string, unknown>>;

function resourceToHtml(value: unknown): string | undefined {
  const { data, schema } = (value ?? {}) as { data?: unknown; schema?: { fields?: unknown } };
  if (!Array.isArray(data) || !data.every(isRow)) return undefined;
  const fields = Array.isArray(schema?.fields) ? schema.fields.map((field) => textOf(field?.name)) : [];
  return tableToHtml(data, fields.length > 0 ? fields : columnsOf(data));
}

/** Plain JSON is a table if it is a list of flat records. */
function recordsToHtml(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isRow)) return undefined;
  const isFlat = value.every((row) =>
    Object.values(row).every((one) => typeof one !== "object" || one === null),
  );
  return isFlat ? tableToHtml(value, columnsOf(value)) : undefined;
}

/** A larger table is shown as text: with a column for each of many rows the number of cells would be quadratic. */
const MOST_CELLS = 100_000;

function tableToHtml(rows: readonly Row[], columns: readonly string[]): string | undefined {
  if (rows.length * columns.length > MOST_CELLS) return undefined;
  const head = columns.map((column) => `<th>${escapeHtml(column)}</th>`).join("");
  const body = rows.map((row) => {
    const values = columns.map((column) => (Object.hasOwn(row, column) ? textOf(row[column]) : ""));
    return `<tr>${values.map((value) => `<td>${escapeHtml(value)}</td>`).join("")}</tr>`;
  });
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join("")}</tbody></table>`;
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function columnsOf(rows: readonly Row[]): readonly string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
