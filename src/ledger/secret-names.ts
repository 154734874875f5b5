/** The words that names of secrets consist of, as part of a pattern. This is the only list of them. */
export const SECRET_WORDS = "key|token|secret|password|passwd|passphrase|authorization|credential|cookie";

const LAST_WORD = new RegExp(`(^|[_-])(api)?(${SECRET_WORDS})s?$|api[_-]?key`, "i");
const LAST_WORD_IN_CAMEL_CASE = new RegExp(`[a-z](${SECRET_WORDS.replace(/\b[a-z]/g, upper)})s?$`);

/**
 * Whether a field's value is a secret by its name: `api_key`, `Authorization`, `clientSecret`; not `keyboard` or
 * `monkey`. A value without text is not a secret: `tokens: 12`, `tokens: { input: 12 }`.
 */
export function isSecretField(name: string, value: unknown): boolean {
  if (value === null || (typeof value !== "string" && typeof value !== "object")) return false;
  return (LAST_WORD.test(name) || LAST_WORD_IN_CAMEL_CASE.test(name)) && holdsText(value);
}

/** Whether there is text in a value. A list, which may be bytes, and what lies deep count as text. */
function holdsText(value: unknown, depth = 0): boolean {
  if (typeof value !== "object" || value === null) return typeof value === "string";
  return (
    Array.isArray(value) || depth > 3 || Object.values(value).some((inner) => holdsText(inner, depth + 1))
  );
}

function upper(letter: string): string {
  return letter.toUpperCase();
}
