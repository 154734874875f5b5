/** A table as it is shown. */
export interface ReadTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** Reads a tabular data resource; undefined when it is none. */
export function readTable(text: string): ReadTable | undefined {
  const { schema, data } = (parsed(text) ?? {}) as {
    readonly schema?: { readonly fields?: unknown };
    readonly data?: unknown;
  };
  if (!Array.isArray(data)) return undefined;
  const named = namesIn(schema?.fields);
  const columns = named.length > 0 ? named : columnsOf(data);
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

/** The columns of rows that name their cells, in order of appearance. */
function columnsOf(data: readonly unknown[]): readonly string[] {
  return [...new Set(data.slice(0, 100).flatMap((row) => (isRecord(row) ? Object.keys(row) : [])))];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
