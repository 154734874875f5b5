/**
 * Estimates the number of model tokens of a text: about four bytes each for words and JSON. A test compares it with a
 * real tokenizer.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}
