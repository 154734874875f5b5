/** Tells whether a whole text fits. */
export type Fits = (text: string) => boolean;

/**
 * Reads the part of Prometheus's regular expressions that label matchers are mostly made of: plain letters, escapes of
 * signs, `.`, `.*`, `.+` and alternatives, which one pair of parentheses may surround. Undefined for anything more. The
 * matching takes steps in proportion to text times pattern, whatever both are.
 */
export function readPattern(pattern: string): Fits | undefined {
  const inner = /^\((?:\?:)?((?:[^()\\]|\\.)*)\)$/s.exec(pattern)?.[1] ?? pattern;
  const alternatives = readAlternatives(inner);
  return alternatives && ((text) => alternatives.some((pieces) => fitsPieces(pieces, text)));
}

/** A letter, any letter (`ANY`), or any number of them (`MANY`). */
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

/** Goes back only to the last `MANY`: what an earlier one took needs no second look. */
function fitsPieces(pieces: readonly Piece[], text: string): boolean {
  const letters = [...text];
  let piece = 0;
  let many = -1;
  let resume = 0;
  for (let at = 0; at < letters.length; ) {
    const wanted = pieces[piece];
    if (wanted === MANY) {
      many = piece++;
      resume = at;
    } else if (wanted !== undefined && (wanted === ANY || wanted === letters[at])) {
      piece += 1;
      at += 1;
    } else if (many >= 0) {
      piece = many + 1;
      at = ++resume;
    } else return false;
  }
  return pieces.slice(piece).every((left) => left === MANY);
}
