import { Readable } from "node:stream";
import { safeLine } from "../../src/ledger/brief/safe-line.ts";
import { brief } from "../../src/ledger/brief.ts";
import { closest } from "../../src/ledger/closest.ts";
import { readSentence } from "../../src/ledger/facts/reading.ts";
import { sentencesOf } from "../../src/ledger/facts/sentences.ts";
import { topicOf } from "../../src/ledger/facts/words.ts";
import { oneLine, sessionIdFor, slug, titleFrom } from "../../src/ledger/id.ts";
import { redact, redactText } from "../../src/ledger/redact.ts";
import { isSecretField } from "../../src/ledger/secret-names.ts";
import type { Thought } from "../../src/ledger/thought.ts";
import { thoughtLabel } from "../../src/ledger/thought-label.ts";
import { tolerate } from "../../src/ledger/tolerate.ts";
import { trimEnd } from "../../src/ledger/trim-end.ts";
import { safeText } from "../../src/llm/failures.ts";
import { parseClaudeId } from "../../src/llm/thinking.ts";
import { pricedName } from "../../src/llm/usage.ts";
import { decode } from "../../src/notebook/decode.ts";
import { readCells } from "../../src/notebook/decode-cells.ts";
import { encode } from "../../src/notebook/encode.ts";
import { markdownToHtml } from "../../src/notebook/html-markdown.ts";
import { allowedHosts } from "../../src/notebook/kernel/allowed-hosts.ts";
import { readLinearAnswer } from "../../src/reasoning/linear.ts";
import { looseJsonIn } from "../../src/reasoning/parse-answer.ts";
import { readImage } from "../../src/server/notebook/displays.ts";
import { questionWords } from "../../src/store/question.ts";
import { readQuestion } from "../../src/store/search/concepts.ts";
import { readDocument } from "../../src/store/search/document.ts";
import { contains } from "../../src/store/search/intent.ts";
import { snippetOf } from "../../src/store/snippet.ts";
import { wordsOf } from "../../src/store/words.ts";
import { readSelector } from "../../src/telemetry/selector.ts";
import { wordDiff } from "../../web/src/text/diff.ts";
import { codePieces } from "../../web/src/text/highlight-code.ts";
import { plainLine } from "../../web/src/text/plain-line.ts";
import { ansiPieces } from "../../web/src/views/notebook/output/ansi.ts";
import { snippetParts } from "../../web/src/views/search/snippet-parts.ts";

/** A function that reads callers' text. */
export interface Reader {
  readonly name: string;
  readonly read: (text: string) => unknown;
}

/** Fragments that the readers search for; hostile texts are repetitions of these. */
export const FRAGMENTS: readonly string[] = [
  ...[
    "eyJ",
    "eyJ-",
    "eyJaaaaaaaa.",
    "sk-",
    "sk_aaaaaaaaaaaaaaaa",
    "ghp_",
    "xoxb-",
    "AKIA",
    "AIza",
    "Bearer ",
    "://a:",
  ],
  ...[
    "-----BEGIN ",
    "-----BEGIN PRIVATE KEY-----",
    "PRIVATE KEY",
    "key=",
    "api_key",
    '"token": ',
    "'secret'",
    "=1",
    "password",
  ],
  ...[
    "```",
    "```\n",
    "~~~",
    "`",
    "**",
    "*",
    "_",
    "# ",
    "###### ",
    "> ",
    "- ",
    "1. ",
    "[",
    "](",
    ")",
    "[a](http://",
    "![",
    "|",
    "---",
  ],
  ...[
    "<",
    "<!--",
    "<!-- clew:h1 -->\n",
    "<!-- clew:cell -->\n",
    "-->",
    "&",
    "&amp;",
    "\\",
    "\\\\",
    '"',
    "'",
    "{",
    "}",
    "[[",
    "]",
    "{}",
    ",",
    ":",
  ],
  ...[
    " ",
    "  ",
    "\t",
    "\n",
    "\r",
    "\r\n",
    "\0",
    "\u2028",
    "\u200d",
    "\ufeff",
    "\ufffd",
    "é",
    "👩‍💻",
    "Ａ",
    "⑽",
    "\ud83d",
  ],
  ...[
    "a",
    "A",
    "0",
    "1",
    ".",
    "-",
    "/",
    "//",
    "/*",
    "*/",
    "@",
    "#",
    "#1",
    "thought 1",
    "?",
    "!",
    "。",
    "？",
    "(",
    "=",
    "~",
    "+",
    "$",
    "%",
  ],
  ...[
    "decided",
    "we use ",
    "ruled out",
    "todo",
    "next: ",
    "instead of ",
    "branch ",
    "not ",
    "need to check",
    "does not work",
  ],
  ...[
    "\u001b[",
    "\u001b[31m",
    "\u001b]",
    "claude-",
    "claude",
    "name{",
    'a="',
    "=~",
    ".*",
    "data: ",
    " at position ",
    "true",
    "null",
  ],
];

const thought = (content: string): Thought => ({
  id: "1",
  sessionId: "s",
  seq: 1,
  number: 1,
  total: 1,
  content,
  isRevision: false,
  nextThoughtNeeded: false,
  mode: "chain",
  source: "library",
  metadata: {},
  createdAt: "2026-01-01T00:00:00.000Z",
});

const schema = {
  type: "object",
  properties: {
    n: { type: "integer" },
    tags: { type: "array", items: { type: "string" } },
    is: { type: "boolean" },
    args: { type: "object" },
  },
} as const;

const quietly = (read: () => unknown): unknown => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

/** Every function that reads callers' text, with a call of it. */
export const readers: readonly Reader[] = [
  { name: "redactText", read: redactText },
  { name: "redact", read: (text) => redact({ [text.slice(0, 50_000)]: text, list: [text] }) },
  { name: "isSecretField", read: (text) => isSecretField(text, "x") },
  {
    name: "facts",
    read: (text) => sentencesOf(text).map(({ text: one }) => [readSentence(one), topicOf(one)]),
  },
  { name: "readSentence", read: (text) => readSentence(text.slice(0, 600)) },
  {
    name: "brief",
    read: (text) =>
      brief(
        {
          id: "s",
          title: text,
          status: "active",
          createdAt: "2026-01-01T00:00:00.000Z",
          updatedAt: "2026-01-01T00:00:00.000Z",
        } as Parameters<typeof brief>[0],
        Readable.from([thought(text), { ...thought(text), branchId: text }, thought(text)]),
      ),
  },
  { name: "safeLine", read: (text) => safeLine(text, 400) },
  { name: "slug", read: (text) => [slug(text), sessionIdFor(text), titleFrom(text), oneLine(text)] },
  { name: "thoughtLabel", read: (text) => thoughtLabel(thought(text), 90) },
  { name: "closest", read: (text) => closest(text, ["title", "session"]) },
  {
    name: "tolerate",
    read: (text) => tolerate(schema, { n: text, tags: text, is: text, args: text, [text]: 1 }),
  },
  { name: "trimEnd", read: (text) => trimEnd(`${text}x`, "-/ ") },
  { name: "wordsOf", read: wordsOf },
  { name: "questionWords", read: questionWords },
  { name: "snippetOf", read: (text) => snippetOf(text, new Set(wordsOf(text.slice(0, 100)))) },
  {
    name: "ranking",
    read: (text) => [readQuestion(text), readDocument(text), contains(text, "time"), contains(text, "name")],
  },
  { name: "markdownToHtml", read: markdownToHtml },
  {
    name: "decode",
    read: (text) => quietly(() => decode(`<!-- srcbook:{"language":"typescript"} -->\n# T\n${text}`)),
  },
  { name: "readCells", read: (text) => quietly(() => readCells(text.split("\n"), 1)) },
  {
    name: "encode",
    read: (text) =>
      encode({
        title: text,
        language: "typescript",
        cells: [
          { id: "1", kind: "markdown", content: text },
          { id: "2", kind: "code", content: text, filename: "a.ts" },
        ],
      } as unknown as Parameters<typeof encode>[0]),
  },
  { name: "looseJsonIn", read: looseJsonIn },
  { name: "readLinearAnswer", read: (text) => quietly(() => readLinearAnswer(text)) },
  {
    name: "readSelector",
    read: (text) => [readSelector(text), readSelector(`a{b="${text}"}`), readSelector(`a{${text}}`)],
  },
  { name: "allowedHosts", read: (text) => quietly(() => allowedHosts([text])) },
  { name: "safeText", read: (text) => safeText(text, "sk-aaaaaa") },
  { name: "parseClaudeId", read: (text) => [parseClaudeId(text), pricedName(text)] },
  { name: "readImage", read: (text) => quietly(() => readImage("image/png", text)) },
  { name: "page: plainLine", read: plainLine },
  { name: "page: snippetParts", read: (text) => snippetParts(text, text.slice(0, 100)) },
  { name: "page: codePieces", read: codePieces },
  { name: "page: ansiPieces", read: ansiPieces },
  { name: "page: wordDiff", read: (text) => wordDiff(text, `${text.slice(0, text.length / 2)}x`) },
];
