import { REDACTED, redactText } from "./redact.ts";
import { isSecretField } from "./secret-names.ts";

/** A copy of a value with secrets redacted and nothing cut. */
export function withoutSecrets<T>(value: T): T {
  return copy(value) as T;
}

function copy(value: unknown): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copy);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isSecretField(name, inner) ? REDACTED : copy(inner)]),
  );
}
