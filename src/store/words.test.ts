import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { expect, it } from "vitest";
import { BYTES } from "./words/stem.ts";
import { wordsOf } from "./words.ts";

/** The words that SQLite finds in texts, each as its bytes; the texts are inserted as rows 1, 2, 3… */
function createIndexed(): (texts: readonly string[]) => string[][] {
  const db = new DatabaseSync(":memory:");
  db.exec(
    `CREATE VIRTUAL TABLE indexed USING fts5 (content, tokenize = 'porter unicode61 remove_diacritics 2');
     CREATE VIRTUAL TABLE word USING fts5vocab (indexed, instance)`,
  );
  const put = db.prepare("INSERT INTO indexed (rowid, content) VALUES (?, ?)");
  const words = db.prepare("SELECT doc, CAST(term AS BLOB) AS term FROM word");
  return (texts) => {
    db.exec("BEGIN");
    for (const [row, text] of texts.entries()) put.run(row + 1, text);
    const found = texts.map(() => new Set<string>());
    for (const { doc, term } of words.iterate())
      found[(doc as number) - 1]!.add(Buffer.from(term as Uint8Array).toString("latin1"));
    db.exec("ROLLBACK");
    return found.map((list) => [...list].sort());
  };
}

const indexed = createIndexed();

/** Our words of a text, each as its bytes. */
function ours(text: string): string[] {
  return wordsOf(text)
    .map((word) => (word.startsWith(BYTES) ? word.slice(1) : Buffer.from(word).toString("latin1")))
    .sort();
}

const ENDINGS =
  "s es ies sses ed eed ing ings ational tional enci anci izer logi bli alli entli eli ousli ization ation ator alism " +
  "iveness fulness ousness aliti iviti biliti icate ative alize iciti ical ful ness al ance ence er ic able ible ant " +
  "ement ment ent ion ou ism ate iti ous ive ize y ly ll e le tion sion ward wise hood ship est ish like less dom";

const ROOTS =
  "a b y at ab tr yy rel hop fall fil hiss fizz tann cav oat sky happ relat condit valen hesit digit conform radic " +
  "differ vil analog predic oper feud decis hope callous formal sensit sensib triplic form electr good reviv allow " +
  "infer air gyroscop adjust defens irrit replac depend adopt commun activ angular homolog effect bowdler probat rat " +
  "ceas control roll bl iz ss ayay toy play apolog ee tree agre plast motor sing conflat troubl siz cach invalid " +
  "retr measur session thought branch revis notebook server stream concurr transact commit index search question " +
  "answer reason memor allocat deadlin networ parser latenc throughput fail recover restor migrat encod decod";

it("[PG30] the words of English texts with many endings are those of SQLite's text index", () => {
  const endings = ENDINGS.split(" ");
  const texts = ROOTS.split(" ").map((root) =>
    endings.flatMap((one) => [root + one, ...endings.map((two) => root + one + two)]).join(" "),
  );
  expect(texts.map(ours)).toEqual(indexed(texts));
});

it("[PG30] every code point separates, joins and folds as in SQLite's text index", () => {
  const texts: string[] = [];
  for (let block = 0; block < 0x110000; block += 256) {
    // In the other planes everything is part of a word: a sample of each is enough.
    const isFull = [0x0, 0x1, 0xe].includes(block >> 16);
    const characters = Array.from({ length: isFull ? 256 : 4 }, (_, at) =>
      String.fromCodePoint(block + at * (isFull ? 1 : 64)),
    );
    texts.push(characters.map((letter) => `a${letter}b ${letter}`).join(" "));
    texts.push(characters.map((letter) => `a${letter}ing`).join(" "));
  }
  const theirs = indexed(texts);
  expect(texts.filter((text, at) => ours(text).join("\n") !== theirs[at]!.join("\n"))).toEqual([]);
});

it("[PG30] the words of any text are those of SQLite's text index", () => {
  const letter = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzABCXYZ") },
    { weight: 2, arbitrary: fc.constantFrom(..."éÉñÅøßſŒŁİıẞßΣςΑΆабвЙёжЯאبक日本語한ﬁ①²½") },
    {
      weight: 2,
      arbitrary: fc.constantFrom("\u0301", "\u0308", "\u0327", "\u0345", "\u20dd", "\u0903", "\u200d"),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom("\ue000", "\u{f0000}", "\u{10fffd}", "\u{10400}", "\u{1f600}", "\ufdd0"),
    },
    { weight: 1, arbitrary: fc.constantFrom(..." \0\t\n.,;:'\"-_/()[]{}<>#@*0123456789") },
    { weight: 1, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 1 }) },
  );
  const word = fc
    .tuple(fc.array(letter, { maxLength: 8 }), fc.constantFrom("", "", ...ENDINGS.split(" ")))
    .map(([characters, ending]) => characters.join("") + ending);
  const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(fc.array(text, { minLength: 20, maxLength: 20 }), (texts) => {
      expect(texts.map(ours)).toEqual(indexed(texts));
    }),
    { numRuns: 100 },
  );
});

it("[PG30] words are stemmed and cut at the same lengths as in SQLite's text index", () => {
  const texts = [];
  for (const letter of ["x", "é", "日", "\u{20000}"]) {
    for (let length = 55; length < 70; length++)
      texts.push(`${letter}a${letter.repeat(Math.floor(length / Buffer.byteLength(letter)))}ing`);
    for (const more of [-1, 0, 1, 2, 5000])
      texts.push(`a${letter.repeat(Math.ceil((32_768 + more) / Buffer.byteLength(letter)))}s`);
  }
  expect(texts.map(ours)).toEqual(indexed(texts));
});

it("[PG30] a lone surrogate separates words, like the replacement character in SQLite", () => {
  expect(wordsOf("left\ud800right\udc00end")).toEqual(["left", "right", "end"]);
  // Often enough to be compiled: a compiled codePointAt would see the other half.
  const cut = `left\u{20000}`.slice(0, -1);
  for (let i = 0; i < 20_000; i++) if (wordsOf(cut)[0] !== "left") expect(wordsOf(cut)).toEqual(["left"]);
});
