import { jsonOf, TABLE } from "../../notebook/output.ts";
import { line, paragraph, table } from "../table.ts";

/** A display as safe terminal text: tables as tables, images as one descriptive line. */
export function displayText(data: Readonly<Record<string, string>>): string {
  for (const [mime, show] of SHOWN) {
    const text = Object.hasOwn(data, mime) ? show(data[mime]!) : undefined;
    if (text !== undefined) return text.endsWith("\n") || text === "" ? text : `${text}\n`;
  }
  const [first] = Object.entries(data);
  return first ? `[${line(first[0], 80)}, ${size(first[1].length)}]\n` : "";
}

/** Media types by preference. A renderer that returns undefined passes on to the next. */
const SHOWN: readonly (readonly [string, (text: string) => string | undefined])[] = [
  [TABLE, (text) => tableText(jsonOf(TABLE, text))],
  ["image/png", (text) => pictureText("PNG", text)],
  ["image/jpeg", (text) => pictureText("JPEG", text)],
  ["image/gif", (text) => pictureText("GIF", text)],
  ["image/webp", (text) => pictureText("WebP", text)],
  ["image/svg+xml", (text) => `[SVG picture, ${size(Buffer.byteLength(text))}]`],
  ["text/markdown", paragraph],
  ["text/plain", paragraph],
  ["application/json", paragraph],
  ["text/html", (text) => `[HTML, ${size(Buffer.byteLength(text))}]`],
];

const MOST_ROWS = 100;

function tableText(value: unknown): string | undefined {
  const { data, schema } = (value ?? {}) as { data?: unknown; schema?: { fields?: unknown } };
  if (!Array.isArray(data) || !data.every(isRow)) return undefined;
  const fields = Array.isArray(schema?.fields) ? schema.fields.map((field) => wordOf(field?.name)) : [];
  const columns = fields.length > 0 ? fields : [...new Set(data.flatMap((row) => Object.keys(row)))];
  const rows = data
    .slice(0, MOST_ROWS)
    .map((row) => columns.map((column) => (Object.hasOwn(row, column) ? line(wordOf(row[column]), 60) : "")));
  const more = data.length > MOST_ROWS ? `… and ${data.length - MOST_ROWS} more rows\n` : "";
  return table(
    columns.map((column) => line(column, 60)),
    rows,
  ).concat(more);
}

function isRow(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function wordOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

function pictureText(kind: string, base64: string): string {
  return `[${kind} picture${kind === "PNG" ? pixels(base64) : ""}, ${size((base64.length * 3) / 4)}]`;
}

/** Width and height are at a fixed offset in a PNG. */
function pixels(base64: string): string {
  const head = Buffer.from(base64.slice(0, 64), "base64");
  return head.length >= 24 && head.toString("latin1", 12, 16) === "IHDR"
    ? `, ${head.readUInt32BE(16)} x ${head.readUInt32BE(20)}`
    : "";
}

function size(bytes: number): string {
  return bytes < 1000 ? `${Math.round(bytes)} bytes` : `${(bytes / 1000).toFixed(1)} kB`;
}
