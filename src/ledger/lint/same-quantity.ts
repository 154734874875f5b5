import { PER } from "./qualifiers.ts";
import type { Quantity } from "./quantities.ts";

/** Whether two numbers measure the same quantity: same unit, same qualifiers, and mostly the same words. */
export function isSameQuantity(a: Quantity, b: Quantity): boolean {
  if (a.unit !== b.unit || !mayBeSame(a, b)) return false;
  if (a.where !== b.where && a.where !== "" && b.where !== "")
    if (!b.words.has(a.where) && !a.words.has(b.where)) return false;
  const [own, others] = [a.qualifiers(), b.qualifiers()];
  if (isElsewhere(own, others) || isElsewhere(others, own)) return false;
  const [rate, other] = [own, others].map((all) => [...all].find((one) => one.startsWith(PER)));
  if (rate !== undefined && other !== undefined && rate !== other) return false;
  return isMostlySame(a, b, commonOf(own, others));
}

/** Whether the words are enough alike if all qualifiers are the same. */
const mayBeSame = (a: Quantity, b: Quantity): boolean => isMostlySame(a, b, 3);

function isMostlySame(a: Quantity, b: Quantity, qualified: number): boolean {
  const common = commonOf(a.words, b.words);
  if (a.unit === "") {
    if (a.counted.length === 0 || b.counted.length === 0)
      return common >= 2 && (a.isTotal || b.isTotal) && a.counted.length + b.counted.length > 0;
    if (!isSameCounted(a.counted, b.counted)) return false;
    if ((a.isTotal && (b.isTotal || b.isHad)) || (b.isTotal && a.isHad)) return true;
  } else if (a.saying !== "" && a.saying === b.saying) return true;
  const least = Math.min(a.words.size, b.words.size);
  const most = Math.max(a.words.size, b.words.size);
  if (a.unit.startsWith("of ") && common < 2) return false;
  if (a.unit !== "" && common >= 1 && sharesSentence(a, b)) return true;
  if (common === most) return a.unit !== "" || a.counted.length > 1 || common > 1;
  if (a.isAttribute && b.isAttribute) return common === least;
  return common >= 1 && common + qualified >= 2 && (common + qualified) / (least + qualified) >= 0.6;
}

/** How many words two sentences must share, and which part of the shorter one, to measure the same. */
const SHARED = 3;
const SHARE = 0.5;

function sharesSentence(a: Quantity, b: Quantity): boolean {
  const [own, others] = [a.sentenceWords(), b.sentenceWords()];
  const common = commonOf(own, others);
  return common >= SHARED && common >= SHARE * Math.min(own.size, others.size);
}

/** Whether the first has a qualifier that tells it apart from the second. */
function isElsewhere(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const one of a) if (!b.has(one) && !LOOSE.has(one) && !one.startsWith(PER)) return true;
  return false;
}

function commonOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const one of a) if (b.has(one)) common++;
  return common;
}

/** Qualifiers that are often left out. */
const LOOSE = new Set(["average", "mean", "all", "each"]);

/** Whether the same is counted: the same head, and no words that tell two kinds of it apart. */
function isSameCounted(a: readonly string[], b: readonly string[]): boolean {
  if (a.at(-1) !== b.at(-1)) return a[0] === b[0] && a.length > 1 && b.length > 1;
  const [kinds, others] = [a.slice(0, -1), b.slice(0, -1)];
  return kinds.length === 0 || others.length === 0 || kinds.some((kind) => others.includes(kind));
}

/** Whether two values of one quantity differ by more than rounding and their tolerance. */
export function differs(a: Quantity, b: Quantity): boolean {
  const tolerance = a.unit.startsWith("of ") ? 0 : Math.max(a.tolerance, b.tolerance);
  return Math.abs(a.value - b.value) > tolerance * Math.max(Math.abs(a.value), Math.abs(b.value));
}
