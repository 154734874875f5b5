/** A piece of code; `kind` is empty for everything else. */
export interface CodePiece {
  readonly text: string;
  readonly kind: "" | "comment" | "string" | "word" | "number";
}

/** How comments are written: `//` and `/*`, `#`, or `--`. The lines of a diff are added, removed or positions. */
type Comments = "slash" | "hash" | "dash" | "diff";

const PIECES: Readonly<Record<Comments, RegExp>> = {
  slash:
    /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<string>"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`(?:[^`\\]|\\[\s\S])*`?)|(?<word>[A-Za-z_]\w*)|(?<number>\d[\w.]*)/g,
  hash: /(?<comment>#[^\n]*)|(?<string>"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?)|(?<word>[A-Za-z_]\w*)|(?<number>\d[\w.]*)/g,
  diff: /^(?:(?<comment>@@[^\n]*)|(?<string>\+[^\n]*)|(?<number>-[^\n]*))/gm,
  dash: /(?<comment>--[^\n]*)|(?<string>"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?)|(?<word>[A-Za-z_]\w*)|(?<number>\d[\w.]*)/g,
};

interface Language {
  readonly comments: Comments;
  readonly keywords: ReadonlySet<string>;
  readonly isCaseless?: boolean;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const SCRIPT: Language = {
  comments: "slash",
  keywords: words(
    "abstract as async await break case catch class const continue declare default delete do else enum export extends false finally for from function get if implements import in instanceof interface let new null of private readonly return satisfies set static super switch this throw true try type typeof undefined using var void while yield",
  ),
};
const COMPILED: Language = {
  comments: "slash",
  keywords: words(
    "auto bool boolean break case catch chan char class const continue default defer delete do double else enum extends false final float fn for fun func go goto if impl implements import in int interface let long loop match mod mut namespace new nil null package private protected pub public range return self short static string struct super switch template this throw trait true try type typedef union unsafe unsigned use using val var virtual void volatile where while",
  ),
};
const PYTHON: Language = {
  comments: "hash",
  keywords: words(
    "False None True and as assert async await begin break case class continue def del do elif else elsif end ensure except finally for from global if import in is lambda match module nil nonlocal not or pass raise require rescue return self then true false unless until when while with yield",
  ),
};
const SHELL: Language = {
  comments: "hash",
  keywords: words(
    "case do done elif else esac exit export fi for function if in local read return set source then trap unset until while true false",
  ),
};
const DATA: Language = { comments: "hash", keywords: words("true false null yes no on off") };
const SQL: Language = {
  comments: "dash",
  isCaseless: true,
  keywords: words(
    "add all alter and as asc between by case check column commit constraint create cross default delete desc distinct drop else end exists explain false foreign from full group having if in index inner insert into is join key left like limit local not null offset on or order outer primary references returning right rollback select set table then true union unique update using values view when where with",
  ),
};

const DIFF: Language = { comments: "diff", keywords: new Set() };

const LANGUAGES: ReadonlyMap<string, Language> = new Map(
  (
    [
      ["js javascript jsx mjs cjs ts typescript tsx json json5 jsonc", SCRIPT],
      [
        "c h cpp c++ cc cs csharp dart go golang groovy java kotlin kt php proto rs rust scala swift zig",
        COMPILED,
      ],
      ["py python rb ruby", PYTHON],
      ["sh bash zsh fish shell console dockerfile make makefile", SHELL],
      ["yaml yml toml ini", DATA],
      ["diff patch", DIFF],
      ["sql sqlite postgres postgresql mysql plsql lua", SQL],
    ] as const
  ).flatMap(([names, language]) => names.split(" ").map((name) => [name, language] as const)),
);

/** Longer code is not highlighted. */
const LONGEST = 20_000;

/**
 * Splits code into comments, strings, keywords and numbers, in linear time and without parsing it. Code of an unknown
 * language is one piece.
 */
export function codePieces(code: string, name = "ts"): readonly CodePiece[] {
  const language = LANGUAGES.get(name.toLowerCase());
  if (!language || code.length > LONGEST) return [{ text: code, kind: "" }];
  const { comments, keywords, isCaseless = false } = language;
  const pieces: CodePiece[] = [];
  let done = 0;
  for (const match of code.matchAll(PIECES[comments])) {
    const [kind, text] = Object.entries(match.groups!).find(([, found]) => found !== undefined)!;
    if (kind === "word" && !keywords.has(isCaseless ? text.toLowerCase() : text)) continue;
    if (match.index > done) pieces.push({ text: code.slice(done, match.index), kind: "" });
    pieces.push({ text, kind: kind as CodePiece["kind"] });
    done = match.index + match[0].length;
  }
  if (done < code.length) pieces.push({ text: code.slice(done), kind: "" });
  return pieces;
}
