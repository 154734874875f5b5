import { createHash } from "node:crypto";

/** The longest text that is kept as it is: an entry of an index holds 2,700 bytes, a letter takes up to six. */
const LONGEST = 200;

/** The scope or the key of a result as it is kept. Callers choose them at any length, and an index has its limit. */
export function indexKey(text: string): string {
  if (text.length <= LONGEST) return text;
  // Longer than what is kept as it is, so that no other text can be the same.
  return text.slice(0, LONGEST).toWellFormed() + createHash("sha256").update(text).digest("hex");
}

/** The same for a text that may have been made by `indexKey` already. */
export function keptKey(text: string): string {
  const isKept = text.length === LONGEST + 64 && /^[\da-f]+$/.test(text.slice(LONGEST));
  return isKept ? text : indexKey(text);
}
