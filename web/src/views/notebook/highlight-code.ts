/** A piece of code; `kind` is empty for everything else. */
export interface CodePiece {
  readonly text: string;
  readonly kind: "" | "comment" | "string" | "word" | "number";
}

const PIECES =
  /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<string>"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`(?:[^`\\]|\\[\s\S])*`?)|(?<word>[A-Za-z_]\w*)|(?<number>\d[\w.]*)/g;

const KEYWORDS = new Set(
  "abstract as async await break case catch class const continue declare default delete do else enum export extends false finally for from function get if implements import in instanceof interface let new null of private readonly return satisfies set static super switch this throw true try type typeof undefined using var void while yield".split(
    " ",
  ),
);

/** Longer code is not highlighted. */
const LONGEST = 20_000;

/** Splits code into comments, strings, keywords and numbers, without parsing it. */
export function codePieces(code: string): readonly CodePiece[] {
  if (code.length > LONGEST) return [{ text: code, kind: "" }];
  const pieces: CodePiece[] = [];
  let done = 0;
  for (const match of code.matchAll(PIECES)) {
    const [kind, text] = Object.entries(match.groups!).find(([, found]) => found !== undefined)!;
    if (kind === "word" && !KEYWORDS.has(text)) continue;
    if (match.index > done) pieces.push({ text: code.slice(done, match.index), kind: "" });
    pieces.push({ text, kind: kind as CodePiece["kind"] });
    done = match.index + match[0].length;
  }
  if (done < code.length) pieces.push({ text: code.slice(done), kind: "" });
  return pieces;
}
