/** The words that names of secrets consist of, as part of a pattern. This is the only list of them. */
export const SECRET_WORDS = "key|token|secret|password|passwd|passphrase|authorization|credential|cookie";

const LAST_WORD = new RegExp(`(^|[_-])(api)?(${SECRET_WORDS})s?$|api[_-]?key`, "i");
const LAST_WORD_IN_CAMEL_CASE = new RegExp(`[a-z](${SECRET_WORDS.replace(/\b[a-z]/g, upper)})s?$`);

/**
 * Whether a field's value is a secret by its name: `api_key`, `Authorization`, `clientSecret`; not `keyboard` or
 * `monkey`. A value without text is not a secret: `tokens: 12`.
 */
export function isSecretField(name: string, value: unknown): boolean {
  if (value === null || (typeof value !== "string" && typeof value !== "object")) return false;
  return LAST_WORD.test(name) || LAST_WORD_IN_CAMEL_CASE.test(name);
}

function upper(letter: string): string {
  return letter.toUpperCase();
}
