export interface ReadTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** Parses a tabular data resource; undefined if it is invalid. */
export function readTable(text: string): ReadTable | undefined {
  const { schema, data } = (parse(text) ?? {}) as {
    readonly schema?: { readonly fields?: unknown };
    readonly data?: unknown;
  };
  if (!Array.isArray(data)) return undefined;
  const names = namesIn(schema?.fields);
  const columns = names.length > 0 ? names : columnsOf(data);
  const rows = data.map((row: unknown) =>
    columns.map((column, index) =>
      Array.isArray(row) ? row[index] : isRecord(row) ? row[column] : index === 0 ? row : undefined,
    ),
  );
  return columns.length === 0 ? undefined : { columns, rows };
}

function namesIn(fields: unknown): readonly string[] {
  if (!Array.isArray(fields)) return [];
  return fields.flatMap((field: unknown) =>
    isRecord(field) && typeof field.name === "string" ? [field.name] : [],
  );
}

/** The keys of the rows, in order of appearance. */
function columnsOf(data: readonly unknown[]): readonly string[] {
  return [...new Set(data.slice(0, 100).flatMap((row) => (isRecord(row) ? Object.keys(row) : [])))];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
