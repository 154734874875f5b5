import { DROPPED, foldedBeyond, foldTable, SEPARATOR } from "./folding.ts";

/** Receives a token and its range in the text. */
type Take = (token: string, begin: number, end: number) => void;

/**
 * Calls back with every token of a text, in order: a run of letters and digits, in lowercase and without accents. A
 * dropped mark continues a token but never starts one.
 */
export function forEachToken(text: string, take: Take): void {
  const table = foldTable();
  for (let at = 0; at < text.length; ) {
    const pair = pairAt(text, at);
    const folded = pair === 0 ? foldedUnit(table, text.charCodeAt(at)) : foldedBeyond(pair);
    if (folded === SEPARATOR || folded === DROPPED) at += pair === 0 ? 1 : 2;
    else at = takeToken(text, at, table, take);
  }
}

/** Emits the token that starts here and returns its end. */
function takeToken(text: string, begin: number, table: Uint16Array, take: Take): number {
  let token = "";
  // Text that folding does not change is copied in one piece.
  let copied = begin;
  let at = begin;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    const pair = pairAt(text, at);
    const code = pair === 0 ? unit : pair;
    const folded = pair === 0 ? foldedUnit(table, unit) : foldedBeyond(pair);
    if (folded === SEPARATOR) break;
    const width = pair === 0 ? 1 : 2;
    if (folded !== code) {
      token += text.slice(copied, at);
      if (folded !== DROPPED) token += String.fromCodePoint(folded);
      copied = at + width;
    }
    at += width;
  }
  take(copied === begin ? text.slice(begin, at) : token + text.slice(copied, at), begin, at);
  return at;
}

/** What a code unit folds to; a lone surrogate counts as U+FFFD, a separator. */
function foldedUnit(table: Uint16Array, unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? SEPARATOR : table[unit]!;
}

/**
 * The code point of the surrogate pair that starts here, or 0. Does not use `codePointAt`: once compiled, it reads
 * beyond the end of a substring that was cut between the two halves of a pair.
 */
function pairAt(text: string, at: number): number {
  const high = text.charCodeAt(at);
  if (high < 0xd800 || high > 0xdbff || at + 1 >= text.length) return 0;
  const low = text.charCodeAt(at + 1);
  return low < 0xdc00 || low > 0xdfff ? 0 : 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
}
