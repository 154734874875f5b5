/** Whether a whole text matches. */
export type Fits = (text: string) => boolean;

/**
 * Parses the common subset of Prometheus's regular expressions for label matchers: plain characters, escaped symbols, `.`,
 * `.*`, `.+` and alternatives, optionally in one pair of parentheses. Returns undefined for anything else. Matching takes at
 * most text length times pattern length steps.
 */
export function readPattern(pattern: string): Fits | undefined {
  const inner = /^\((?:\?:)?((?:[^()\\]|\\.)*)\)$/s.exec(pattern)?.[1] ?? pattern;
  const alternatives = readAlternatives(inner);
  return alternatives && ((text) => alternatives.some((pieces) => fitsPieces(pieces, text)));
}

/** A character, any character (`ANY`), or any number of characters (`MANY`). */
type Piece = string | typeof ANY | typeof MANY;
const ANY = Symbol("any");
const MANY = Symbol("many");

function readAlternatives(pattern: string): readonly (readonly Piece[])[] | undefined {
  let pieces: Piece[] = [];
  const alternatives = [pieces];
  for (const [token] of pattern.matchAll(/\\.|\.[*+]?|./gsu)) {
    if (token === "|") {
      pieces = [];
      alternatives.push(pieces);
    } else if (token === ".*") pieces.push(MANY);
    else if (token === ".+") pieces.push(ANY, MANY);
    else if (token === ".") pieces.push(ANY);
    else if (/^\\[^\p{L}\p{N}]$/u.test(token)) pieces.push(token.slice(1));
    else if (/^[\\^$*+?()[\]{}]/.test(token)) return undefined;
    else pieces.push(token);
  }
  return alternatives;
}

/** Backtracks only to the last `MANY`, which is enough for these patterns. */
function fitsPieces(pieces: readonly Piece[], text: string): boolean {
  const characters = [...text];
  let piece = 0;
  let many = -1;
  let resume = 0;
  for (let at = 0; at < characters.length; ) {
    const wanted = pieces[piece];
    if (wanted === MANY) {
      many = piece++;
      resume = at;
    } else if (wanted !== undefined && (wanted === ANY || wanted === characters[at])) {
      piece += 1;
      at += 1;
    } else if (many >= 0) {
      piece = many + 1;
      at = ++resume;
    } else return false;
  }
  return pieces.slice(piece).every((left) => left === MANY);
}
