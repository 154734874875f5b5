import { jsonOf, TABLE } from "../../notebook/output.ts";

const MOST_ROWS = 50;
const MOST_COLUMNS = 30;
const MOST_LETTERS = 200;

/** A table as Markdown, its first rows and columns; undefined when the text is no table. */
export function markdownTable(json: string): string | undefined {
  const { data, schema } = (jsonOf(TABLE, json) ?? {}) as {
    data?: unknown;
    schema?: { fields?: unknown } | null;
  };
  if (!Array.isArray(data) || !data.every(isRow)) return undefined;
  const rows = data.slice(0, MOST_ROWS);
  const named = Array.isArray(schema?.fields) ? schema.fields.map((field) => shown(field?.name)) : [];
  const every = named.length > 0 ? named : [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = every.slice(0, MOST_COLUMNS);
  const lines = rows.map((row) =>
    line(columns.map((name) => (Object.hasOwn(row, name) ? shown(row[name]) : ""))),
  );
  const left = [
    ...(data.length > rows.length ? [`${data.length - rows.length} rows`] : []),
    ...(every.length > columns.length ? [`${every.length - columns.length} columns`] : []),
  ];
  return [
    line(columns),
    line(columns.map(() => "---")),
    ...lines,
    ...(left.length > 0 ? [`\n… ${left.join(" and ")} left out …`] : []),
  ].join("\n");
}

type Row = Readonly<Record<string, unknown>>;

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  const short = text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS).toWellFormed()}…` : text;
  return short.replace(/\s+/g, " ").replace(/[\\|]/g, "\\$&");
}

const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
