import { IRREGULAR } from "./irregular.ts";

/** A sentence of a thought, without code and quotations. */
export interface Sentence {
  readonly text: string;
  readonly isQuestion: boolean;
}

const FENCED = /```[^`]{0,100000}(?:```|$)/g;
const INLINE_CODE = /`[^`\n]{0,500}`/g;
const QUOTATIONS = /"[^"\n]{1,500}"|“[^”\n]{1,500}”|«[^»\n]{1,500}»|„[^“\n]{1,500}“/g;
const SINGLE_QUOTES = /(^|[\s(:])'[^'\n]{2,300}'(?=[\s.,;:!?)]|$)/g;
const QUOTED_LINES = /^[ \t]{0,8}>.*$/gm;

/** Most texts have no code, no quotations and no instructions. */
const MARKED = /[`"“«„>]|(?:^|[\s(:])'|clew:ignore/i;

/** The author's own text, without code, quotations and instructions to the linter. */
export function proseOf(text: string): string {
  if (!MARKED.test(text)) return text;
  return text
    .replace(FENCED, " … ")
    .replace(INLINE_CODE, " … ")
    .replace(QUOTED_LINES, " … ")
    .replace(QUOTATIONS, " … ")
    .replace(SINGLE_QUOTES, "$1 … ")
    .replace(/clew:ignore .*/gi, " ");
}

/** Markup at the beginning of a line: list marks, headings, emphasis, check marks, "Thought 12:". */
const LABEL =
  /^(?:[\s>*_•–—-]{1,12}|#{1,6}\s|(?:✅|☑|✔)\uFE0F?\s?|\[[ x]\] |\(?\d{1,3}[.)] |(?:thought|step) \d{1,6}[a-z]?(?: ?\/ ?\d{1,6}| of \d{1,6})? ?[:.–—-]\s?)/i;

function withoutLabels(line: string): string {
  let rest = line;
  for (let i = 0; i < 4 && LABEL.test(rest); i++) rest = rest.replace(LABEL, "");
  return rest.replace(/\*\*|__/g, "");
}

const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|approx|vs|etc|cf|fig|[a-z]|Dr|M[rs]|Mrs|St)\.$/;
/** "no. 12"; but "So no. Then …" is a sentence. */
const NUMBERED = /(?:^|[\s(])[Nn]o\.$/;

/** The next full stop, exclamation or question mark from an offset on, or the end of the line. */
function nextEnd(line: string, from: number): number {
  let at = from;
  for (; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code === 46 || code === 33 || code === 63) break;
  }
  return at;
}

/** Sentences of a text, in order. Lines end a sentence too. */
export function sentencesOf(text: string): readonly Sentence[] {
  const found: Sentence[] = [];
  for (const given of proseOf(text).split("\n")) {
    const line = withoutLabels(given);
    let begin = 0;
    for (let i = nextEnd(line, 0); i <= line.length; i = nextEnd(line, i + 1)) {
      const isEnd = i === line.length;
      if (!isEnd && i + 1 < line.length && !/[\s")\]]/.test(line[i + 1]!)) continue;
      const sentence = line.slice(begin, i + 1);
      if (line[i] === "." && ABBREVIATION.test(sentence.slice(-12))) continue;
      if (line[i] === "." && NUMBERED.test(sentence.slice(-4)) && /^ ?\d/.test(line.slice(i + 1, i + 3)))
        continue;
      begin = i + 1;
      const trimmed = sentence.trim();
      if (/\p{L}/u.test(trimmed)) found.push({ text: trimmed, isQuestion: line[i] === "?" });
    }
  }
  return found;
}

const STOP = new Set(
  (
    "a an the this that these those it its they them their there here he she his her him we us our you your i me my mine " +
    "and or but nor so yet if then than as of in on at by for from to into onto with without over under between about " +
    "is are was were be been being am has have had having do does did done will would shall should can could may might must " +
    "not no yes also only just even still already now again once ever never very more most less least much many some any all " +
    "each every both either neither other another such own same too quite rather really what which who whom whose when where " +
    "why how because since while until unless though although however therefore thus hence after before during out up down off " +
    "let's lets get gets got go goes going one ones thing things something anything nothing way ways make makes made need needs " +
    "first second third next last new old good bad right wrong best better whether per via etc"
  ).split(" "),
);

/** Words that carry meaning, lowercased and stemmed, in order. */
export function wordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’_]*/gu) ?? [];
  const found: string[] = [];
  for (const word of words) {
    const root = stem(word);
    if (root !== "") found.push(root);
  }
  return found;
}

/** A cache of stems, because a long session has few different words. Emptied when it is full. */
const stems = new Map<string, string>();
const MOST_STEMS = 20_000;

/** A crude stem: enough for "costs" to match "cost" and "verified" to match "verify". Empty for words without meaning. */
export function stem(word: string): string {
  const first = word.charCodeAt(0);
  // Numbers have no endings, and there are too many of them to cache.
  if (first >= 48 && first <= 57) return word;
  const known = stems.get(word);
  if (known !== undefined) return known;
  const root = STOP.has(word) ? "" : cutEndings(IRREGULAR.get(word) ?? word);
  if (stems.size >= MOST_STEMS) stems.clear();
  if (word.length <= LONG) stems.set(word, root);
  return root;
}

/** Longer words are not cached. */
const LONG = 40;

function cutEndings(word: string): string {
  // "can't", "I'd", "we'll".
  if (/n['’]t$|^(?:i|you|he|she|it|we|they|that|there)['’]/.test(word)) return "";
  let root = word.replace(/['’]s?$/, "");
  if (root.length > 4) root = root.replace(/ies$|ied$/, "y");
  if (root.length > 5) {
    root = root.replace(/(?:ing|edly|ed|ly|ment|ation|ions?)$/, "");
    // "dropped" and "drop", "planning" and "plan".
    if (root.length < word.length) root = root.replace(/([bgmnprt])\1$/, "$1");
  }
  if (root.length > 4) root = root.replace(/(?:ss)?es$/, (end) => (end === "sses" ? "ss" : ""));
  if (root.length > 3) root = root.replace(/([^s])s$/, "$1");
  return root.length > 4 ? root.replace(/e$/, "") : root;
}

/** Words that turn a statement into something other than a claim: negation, condition, intention, obligation. */
const UNCLAIMED =
  /\b(?:not|n't|never|no longer|cannot|nobody|no one|none|neither|nor|nothing (?:is|was|has|has been)|hardly|yet to|to be|needs?|should|must|will|'ll|would|could|may|might|can|if|once|until|unless|when|whenever|before|whether|wants?|plan(?:s|ned|ning)? to|going|let's|try|tries|hopes?|expects?|assum\w{1,4}|suppos\w{1,4}|without|un|awaiting|pending|as soon as|provided|in case|says?|said|claims? (?:that|to|it|he|she|they|the|this|its)|states? that|stated|promises?|promised|claimed|wrote|calls?|called|thought|believed|considered|deemed|allegedly|supposedly|reportedly)\b|n[’']t\b/i;

const INFINITIVE = /\bto (?:be |get |have )?(?:\w+ly )?$/i;

/** Whether the words before a claim, in its clause, mean that it is not claimed. */
export function isUnclaimed(before: string): boolean {
  const clause = before.split(/[;:]|, (?:and|but|so) |\b(?:but|because|therefore|so that)\b/i).at(-1)!;
  return UNCLAIMED.test(clause.slice(-80)) || INFINITIVE.test(clause);
}
