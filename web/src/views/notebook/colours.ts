/** A piece of code with what it is; empty for anything else. */
export interface CodePiece {
  readonly text: string;
  readonly kind: "" | "comment" | "string" | "word" | "number";
}

const PIECES =
  /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<string>"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`(?:[^`\\]|\\[\s\S])*`?)|(?<word>\b(?:abstract|as|async|await|break|case|catch|class|const|continue|declare|default|delete|do|else|enum|export|extends|false|finally|for|from|function|get|if|implements|import|in|instanceof|interface|let|new|null|of|private|readonly|return|satisfies|set|static|super|switch|this|throw|true|try|type|typeof|undefined|using|var|void|while|yield)\b)|(?<number>\b\d[\w.]*\b)/g;

/** Longer code is not coloured. */
const LONGEST = 20_000;

/** Code in pieces, enough to see comments and texts apart; it is no parser. */
export function codePieces(code: string): readonly CodePiece[] {
  if (code.length > LONGEST) return [{ text: code, kind: "" }];
  const pieces: CodePiece[] = [];
  let done = 0;
  for (const match of code.matchAll(PIECES)) {
    if (match.index > done) pieces.push({ text: code.slice(done, match.index), kind: "" });
    const [kind] = Object.entries(match.groups!).find(([, text]) => text !== undefined)!;
    pieces.push({ text: match[0], kind: kind as CodePiece["kind"] });
    done = match.index + match[0].length;
  }
  if (done < code.length) pieces.push({ text: code.slice(done), kind: "" });
  return pieces;
}
