/** Of a longer thought only both ends are read, where decisions and questions usually are. */
const HEAD = 12_000;
const TAIL = 6_000;
/** The maximum length of a sentence that is analysed, in characters, and how many sentences of a thought are. */
const LONGEST = 600;
const MOST = 200;

/** A sentence of a thought, on one line. */
export interface Sentence {
  readonly text: string;
  /** It is an item of a list. */
  readonly isItem: boolean;
  /** The line that introduces its list or its section: "Remaining:", "## Open questions". */
  readonly heading?: string | undefined;
  /** The letter or number of the item, if it has one. */
  readonly label?: string | undefined;
  /** It begins a paragraph or a list item. */
  readonly begins: boolean;
}

const ITEM = /^\s{0,12}(?:[-*+•–]|\(?(\d{1,3}|[a-zA-Z])[.)]) /;
const ABBREVIATIONS = new Set("e.g i.e vs approx ca nr cf dr mr mrs st resp incl fig sec".split(" "));

/** The sentences of a thought; code blocks, quoted lines and tables are left out. */
export function sentencesOf(content: string): Sentence[] {
  const read = content.length > HEAD + TAIL ? `${content.slice(0, HEAD)}\n${content.slice(-TAIL)}` : content;
  const sentences: Sentence[] = [];
  let fence: string | undefined;
  let heading: string | undefined;
  for (const line of read.split(/[\r\n\u2028\u2029]/)) {
    const mark = /^\s{0,99}(`{3,99}|~{3,99})/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
      fence = fence === undefined ? mark : undefined;
      continue;
    }
    if (fence !== undefined || /^\s{0,99}(?:>|\|)/.test(line)) continue;
    const item = ITEM.exec(line);
    const isItem = item !== null;
    const label = item?.[1] ?? /^\s{0,12}[-*+•–] ([A-E]): /.exec(line)?.[1];
    const isHeading = /^\s{0,3}#{1,6} /.test(line) || (!isItem && /:[*_\s]{0,9}$/.test(line));
    const pieces = splitSentences(line)
      .map((piece) => bare(piece.slice(0, LONGEST)))
      .filter((piece) => /\p{L}/u.test(piece));
    for (const [index, text] of pieces.entries()) {
      const isLast = index === pieces.length - 1;
      if (sentences.length < MOST && !(isHeading && isLast))
        sentences.push({
          text,
          isItem,
          heading,
          label: index === 0 ? label : undefined,
          begins: index === 0,
        });
    }
    if (isHeading) heading = pieces.at(-1);
    else if (!isItem && pieces.length > 0) heading = undefined;
  }
  // A thought of nothing but code, quotations or headings still has something to show.
  if (sentences.length > 0 || content.trim() === "") return sentences;
  const text = bare(read.slice(0, LONGEST)) || "(code)";
  return [{ text, isItem: false, begins: true }];
}

/** Splits a line after a full stop, question or exclamation mark that ends a sentence. */
function splitSentences(line: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (const { index, 0: mark } of line.matchAll(/[.!?…]["'”’)\]]?\s|[。！？]/g)) {
    const end = index + mark.length;
    if (end <= from || !endsSentence(line, index, end)) continue;
    pieces.push(line.slice(from, end));
    from = end;
  }
  return [...pieces, line.slice(from)];
}

function endsSentence(line: string, at: number, end: number): boolean {
  if (/[。！？]/.test(line[at]!)) return true;
  if (/^\s{0,9}\p{Ll}/u.test(line.slice(end, end + 10))) return false;
  if (line[at] !== ".") return true;
  const word = /[\p{L}.]{1,12}$/u.exec(line.slice(Math.max(0, at - 12), at))?.[0] ?? "";
  return !ABBREVIATIONS.has(word.toLowerCase());
}

/** Removes control and invisible characters, fences, and what Markdown would read as a heading, list or quote. */
export function bare(text: string): string {
  if (isBare(text)) return text.trim();
  return text
    .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\s]{1,999}/gu, " ")
    .replace(/`{2,}|~{3,}/g, "'")
    .replace(/\*{2,}|_{2,}/g, "")
    .replace(/^(?:[\s>#*+=|_~–•-]|\(?\d{1,9}[.)]\s|\(?[a-z][.)]\s)+/i, "")
    .trim()
    .toWellFormed();
}

/** Whether a text begins with an ordinary letter and has no control character, repeated space or Markdown. */
function isBare(text: string): boolean {
  const first = text.charCodeAt(0) | 32;
  if (first < 97 || first > 122) return false;
  const second = text[1];
  if (second === "." || second === ")") return false;
  let before = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 32 || code > 126) return false;
    // Two spaces, backticks, asterisks or underscores in a row, or a tilde.
    if (code === 126 || (code === before && (code === 32 || code === 96 || code === 42 || code === 95)))
      return false;
    before = code;
  }
  return true;
}
