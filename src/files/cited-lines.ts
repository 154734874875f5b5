import { createHash } from "node:crypto";

/**
 * The lines of a file, one character per byte, without line endings, so that converted line endings are not a change. A
 * last line without a line ending counts as a line.
 */
export function splitLines(bytes: Buffer): readonly string[] {
  const text = bytes.toString("latin1");
  if (text === "") return [];
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
}

/** SHA-256 of lines joined by line feeds. */
export function hashLines(lines: readonly string[]): string {
  return createHash("sha256").update(lines.join("\n"), "latin1").digest("hex");
}

// A prime below 2^26 and a factor below it: products stay exact.
const PRIME = 67_108_859;
const FACTOR = 1_000_003;

/** A polynomial checksum of lines that can be moved line by line over a file. */
export function rollingSum(lines: readonly string[]): number {
  return lines.reduce((sum, line) => (sum * FACTOR + lineSum(line)) % PRIME, 0);
}

/** The first line, from 1, where `count` lines with these checksums begin; undefined if there is none. */
export function findLines(
  lines: readonly string[],
  count: number,
  { rolling, sha256 }: { readonly rolling: number; readonly sha256: string },
): number | undefined {
  if (count < 1 || lines.length < count) return undefined;
  const sums = lines.map(lineSum);
  let power = 1;
  for (let i = 1; i < count; i++) power = (power * FACTOR) % PRIME;
  let sum = 0;
  for (let end = 0; end < lines.length; end++) {
    const begin = end - count + 1;
    if (begin > 0) sum = (((sum - sums[begin - 1]! * power) % PRIME) + PRIME) % PRIME;
    sum = (sum * FACTOR + sums[end]!) % PRIME;
    if (begin >= 0 && sum === rolling && hashLines(lines.slice(begin, end + 1)) === sha256) return begin + 1;
  }
  return undefined;
}

function lineSum(line: string): number {
  let sum = line.length;
  for (let i = 0; i < line.length; i++) sum = (sum * 31 + line.charCodeAt(i)) % PRIME;
  return sum;
}
