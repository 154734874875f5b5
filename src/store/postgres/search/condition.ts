/** A condition of a statement, with what it binds. */
export interface Condition {
  /** Its SQL, where the first value that it binds is `$from`. */
  sql(from: number): string;
  readonly values: readonly unknown[];
}

/** A condition of several parts, each an expression whose right side is a value. */
export function conditionOf(parts: readonly (readonly [sql: string, value: unknown])[]): Condition {
  return {
    sql: (from) => ["true", ...parts.map(([sql], at) => `${sql}$${from + at}`)].join(" AND "),
    values: parts.map(([, value]) => value),
  };
}
