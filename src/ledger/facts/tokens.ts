/** A word or a mark that separates clauses, and where it stands. */
export interface Token {
  /** In lowercase; quoted text and code are one word of zeros. */
  readonly word: string;
  readonly from: number;
  readonly to: number;
  /** A number, a name inside of a sentence, or an identifier. */
  readonly isSpecific: boolean;
  readonly isMark: boolean;
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
        tokens.push({
          word: isCode ? inner : "0",
          from: at,
          to: end,
          isSpecific: true,
          isMark: false,
          isCode,
        });
      }
      at = Math.max(end, at + 1);
    }
  }
  return tokens;
}

function wordToken(text: string, lower: string, from: number, to: number, index: number): Token {
  const raw = text.slice(from, to);
  const word = lower.slice(from, to);
  return {
    word: word.includes("’") ? word.replaceAll("’", "'") : word,
    from,
    to,
    isSpecific: isSpecific(raw, word, index),
    isMark: false,
  };
}

/** Numbers anywhere; capitals inside of a sentence or inside of a word; underscores. */
function isSpecific(raw: string, word: string, index: number): boolean {
  const first = raw.charCodeAt(0);
  if (first >= 48 && first <= 57) return true;
  if (raw === word) return raw.includes("_");
  if (raw === "I" || raw.startsWith("I'") || raw.startsWith("I’")) return false;
  return index > 0 || raw.slice(1) !== word.slice(1);
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
