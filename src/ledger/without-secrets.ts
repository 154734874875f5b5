import type { ReadThoughts } from "./export.ts";
import { REDACTED, redactText } from "./redact.ts";
import { isSecretField } from "./secret-names.ts";

/** A copy of a value in which nothing is cut, and only what looks like a secret is taken out. */
export function withoutSecrets<T>(value: T): T {
  return copy(value) as T;
}

/** The same thoughts with what looks like a secret taken out of their texts. */
export function readWithoutSecrets(read: ReadThoughts): ReadThoughts {
  return async function* () {
    for await (const thought of read()) yield withoutSecrets(thought);
  };
}

function copy(value: unknown): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copy);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isSecretField(name, inner) ? REDACTED : copy(inner)]),
  );
}
