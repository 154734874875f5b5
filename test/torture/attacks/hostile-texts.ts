import type { Random } from "../random.ts";

/** Texts that are expensive or odd to handle, each made when it is needed. */
const TEXTS: readonly (() => string)[] = [
  () => "eyJ-".repeat(30_000),
  () => "eyJ".repeat(40_000),
  () => "-".repeat(120_000),
  () => "sk-".repeat(40_000),
  () => `${"a".repeat(100_000)}!`,
  () => "x".repeat(1_000_000),
  () => "ab ".repeat(200_000),
  () => " ".repeat(200_000),
  () => "\n".repeat(100_000),
  () => "[".repeat(50_000),
  () => `${"[".repeat(20_000)}${"](".repeat(20_000)}`,
  () => "> ".repeat(20_000),
  () => "*_".repeat(40_000),
  () => "`".repeat(60_000),
  () => "<!--".repeat(30_000),
  () => `${"| a ".repeat(500)}|\n`.repeat(40),
  () => `${"  ".repeat(300)}- x\n`.repeat(100),
  () => "```mermaid\n".repeat(5_000),
  () => "\ud800".repeat(1_000),
  () => `a\udfffb${"\u0000".repeat(5_000)}`,
  () => "\u202e\u2066\u200b\ufeff".repeat(5_000),
  () => "e\u0301".repeat(50_000),
  () => `z${"\u0300".repeat(50_000)}`,
  () => "😀".repeat(50_000),
  () => "\u{fdd0}\u{fdd1}\u{fdd2}".repeat(5_000),
  () => "\ud83d".repeat(3) + "A".repeat(10),
  () => "Bearer ".repeat(20_000),
  () => "postgresql://a:".repeat(10_000),
  () => `${"1".repeat(100_000)}.`,
  () => "a@".repeat(50_000),
  () => 'NEAR("a* OR {'.repeat(5_000),
  () => "'; DROP TABLE thought; --",
  () => "../../../../clew.db",
  () => "file:///etc/passwd",
  () => "__proto__",
  () => "\u001b[2J\u009b2J",
  () => "%00%n%s{{7*7}}",
  () => "because therefore but ".repeat(10_000),
  () => "?".repeat(100_000),
  () => "so we should decide, however, ".repeat(5_000),
];

/** One hostile text. */
export function hostileText(random: Random): string {
  return random.pick(TEXTS)();
}

/** Objects in objects, or lists in lists. */
export function deepValue(random: Random): unknown {
  const depth = random.pick([10, 60, 63, 64, 65, 500, 3_000]);
  let value: unknown = 1;
  const isList = random.chance(0.5);
  for (let i = 0; i < depth; i++) value = isList ? [value] : { a: value };
  return value;
}
