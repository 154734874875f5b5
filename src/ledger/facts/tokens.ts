import { type Word, wordOf } from "./vocabulary.ts";

/** A word or a mark that separates clauses, and where it stands. */
export interface Token {
  /** In lowercase; quoted text and code are one word of zeros. */
  readonly word: string;
  readonly from: number;
  readonly to: number;
  /** A number, a name inside of a sentence, or an identifier. */
  readonly isSpecific: boolean;
  readonly isMark: boolean;
  /** Nothing for a mark. */
  readonly known?: Word;
  /** It stands between backticks: a name, whatever its words mean. */
  readonly isCode?: boolean;
}

const MARKS = new Set([...",;:()—–"].map((mark) => mark.charCodeAt(0)));
/** Characters that belong to a word inside of it, not at its end: "e.g", "and/or", "don't", "C++". */
const INNER = new Set([..."'’./+#-"].map((mark) => mark.charCodeAt(0)));
const LONGEST = 60;

/** The tokens of a sentence, in one pass over its characters. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const lower = text.toLowerCase();
  // A few capital letters have lowercase forms of another length.
  const same = lower.length === text.length ? lower : text;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (isWordCharacter(code)) {
      let end = at + 1;
      while (end < text.length && end - at < LONGEST && isInside(text.charCodeAt(end))) end++;
      while (INNER.has(text.charCodeAt(end - 1))) end--;
      tokens.push(wordToken(text, same, at, end, tokens.length));
      at = end;
    } else if (MARKS.has(code)) {
      tokens.push({ word: text[at]!, from: at, to: at + 1, isSpecific: false, isMark: true });
      at++;
    } else {
      const end = quotationEnd(text, at, code);
      if (end > at) {
        const inner = same.slice(at + 1, end - 1);
        const isCode = code === 96 && !inner.includes(" ");
        const word = isCode ? inner : "0";
        tokens.push({
          word,
          from: at,
          to: end,
          isSpecific: true,
          isMark: false,
          known: wordOf(word),
          isCode,
        });
      }
      at = Math.max(end, at + 1);
    }
  }
  return tokens;
}

function wordToken(text: string, lower: string, from: number, to: number, index: number): Token {
  const plain = lower.slice(from, to);
  const word = plain.includes("’") ? plain.replaceAll("’", "'") : plain;
  return {
    word,
    from,
    to,
    isSpecific: isSpecific(text, from, to, index),
    isMark: false,
    known: wordOf(word),
  };
}

/** Numbers anywhere; capitals inside of a sentence or inside of a word; underscores. */
function isSpecific(text: string, from: number, to: number, index: number): boolean {
  const first = text.charCodeAt(from);
  if (first >= 48 && first <= 57) return true;
  // "I" and "I'm".
  if (first === 73) {
    const second = to - from > 1 ? text.charCodeAt(from + 1) : 39;
    if (second === 39 || second === 0x2019) return false;
  }
  let hasUnderscore = first === 95;
  for (let at = from + 1; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === 95) hasUnderscore = true;
    if (isCapital(text, at, code)) return true;
  }
  return isCapital(text, from, first) ? index > 0 : hasUnderscore;
}

function isCapital(text: string, at: number, code: number): boolean {
  if (code < 128) return code >= 65 && code <= 90;
  return text[at]!.toLowerCase() !== text[at];
}

/** The end of what is quoted from here, or of code; the same place if nothing is. */
function quotationEnd(text: string, at: number, code: number): number {
  const close =
    code === 34 ? '"' : code === 0x201c ? "”" : code === 0xab ? "»" : code === 96 ? "`" : undefined;
  if (close === undefined) return at;
  const end = text.indexOf(close, at + 1);
  const isShort = code !== 96 && end - at < 9;
  return end < 0 || end - at > 300 || isShort ? at : end + 1;
}

function isWordCharacter(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    (code > 0xbf &&
      !(code >= 0x2000 && code <= 0x206f) &&
      !(code >= 0x3000 && code <= 0x303f) &&
      !(code >= 0xff00 && code <= 0xff0f) &&
      !(code >= 0x2190 && code <= 0x2bff))
  );
}

function isInside(code: number): boolean {
  return isWordCharacter(code) || INNER.has(code);
}
