import { createHash } from "node:crypto";

/** The longest text that is stored unchanged. An index entry holds 2,700 bytes, and a character takes up to six. */
const LONGEST = 200;

/** Shortens a text of any length so that it fits into an index. */
export function indexKey(text: string): string {
  if (text.length <= LONGEST) return text;
  // Longer than any text that is stored unchanged, so the two cannot collide.
  return text.slice(0, LONGEST).toWellFormed() + createHash("sha256").update(text).digest("hex");
}

/** The same for a text that `indexKey` may have shortened already. */
export function keptKey(text: string): string {
  const isKept = text.length === LONGEST + 64 && /^[\da-f]+$/.test(text.slice(LONGEST));
  return isKept ? text : indexKey(text);
}
