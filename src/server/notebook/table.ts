import { jsonOf, TABLE } from "../../notebook/output.ts";

const MAX_ROWS = 50;
const MAX_COLUMNS = 30;
const MAX_CHARACTERS = 200;

/** The first rows and columns of a table as Markdown; undefined if the text is not a table. */
export function markdownTable(json: string): string | undefined {
  const { data, schema } = (jsonOf(TABLE, json) ?? {}) as {
    data?: unknown;
    schema?: { fields?: unknown } | null;
  };
  if (!Array.isArray(data) || !data.every(isRow)) return undefined;
  const rows = data.slice(0, MAX_ROWS);
  const fields = Array.isArray(schema?.fields) ? schema.fields.map((field) => textOf(field?.name)) : [];
  const names = fields.length > 0 ? fields : [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = names.slice(0, MAX_COLUMNS);
  const lines = rows.map((row) =>
    line(columns.map((name) => (Object.hasOwn(row, name) ? textOf(row[name]) : ""))),
  );
  const omitted = [
    ...(data.length > rows.length ? [`${data.length - rows.length} rows`] : []),
    ...(names.length > columns.length ? [`${names.length - columns.length} columns`] : []),
  ];
  return [
    line(columns),
    line(columns.map(() => "---")),
    ...lines,
    ...(omitted.length > 0 ? [`\n… ${omitted.join(" and ")} left out …`] : []),
  ].join("\n");
}

type Row = Readonly<Record<string, unknown>>;

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  const short = text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS).toWellFormed()}…` : text;
  return short.replace(/\s+/g, " ").replace(/[\\|]/g, "\\$&");
}

const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
