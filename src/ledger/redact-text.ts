import { SECRET_WORDS } from "./secret-names.ts";

/** Replaces a secret. */
export const REDACTED = "[redacted]";

/**
 * Finds one kind of secret: a pattern of bounded length finds its start, a scan finds its end. Neither reads a
 * character more than a few times; a single pattern for both would be quadratic on some texts.
 */
interface Secret {
  /** Its first group, if it has one, is kept. */
  readonly start: RegExp;
  readonly end: (text: string, from: number) => End;
}

/** The end of a secret; or that it is not a secret, and where to search next. */
type End = { readonly stop: number } | { readonly resume: number };

/** Keys of well-known services. */
const KEY =
  /\b(?:sk|pk|rk)[-_][\w-]{16}|\b(?:pipe|user|org|gsk|hf|npm)_[A-Za-z0-9]{24}|\bxai-[A-Za-z0-9]{24}/g;
const TOKEN =
  /\bgh[pousr]_[A-Za-z0-9]{20}|\bgithub_pat_\w{20}|\bglpat-[\w-]{16}|\bxox[abprs]-[A-Za-z0-9-]{10}|\bAIza[\w-]{30}/g;
const AWS_KEY = /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g;

const JWT_PART = /[\w-]*/y;
const DIGITS = /\d*/y;
const PLAIN_REST = /[^\s"'&;,\\]*/y;

/** A name of a secret: `API_KEY`, `client-secret`; not `monkey`. */
const NAMED = `(?:^|[^a-z0-9])(?:api|access|auth|client|private|session)?(?:${SECRET_WORDS})s?`;
/** `"password": "…"`, also inside JSON inside JSON. */
const QUOTED_VALUE = new RegExp(
  String.raw`(${NAMED}(?:=|\\{0,8}["']\s{0,20}:\s{0,20})\\{0,8}["'])[^"'\\]{4}`,
  "gi",
);
/** `API_KEY=…`, `?token=…`. */
const PLAIN_VALUE = new RegExp(String.raw`(${NAMED}=)[^\s"'&;,\\]{6}`, "gi");

const SECRETS: readonly Secret[] = [
  { start: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/g, end: endOfPrivateKey },
  { start: /\beyJ[\w-]{8}/g, end: endOfJwt },
  { start: KEY, end: endOf(/[\w-]*/y) },
  { start: TOKEN, end: endOf(/[\w-]*/y) },
  { start: AWS_KEY, end: (_text, stop) => ({ stop }) },
  { start: /\b(Bearer\s)[A-Za-z0-9._~+/=-]{8}/g, end: endOf(/[A-Za-z0-9._~+/=-]*/y) },
];
const VALUES: readonly Secret[] = [
  { start: QUOTED_VALUE, end: endOf(/[^"'\\]*/y) },
  { start: PLAIN_VALUE, end: endOfPlainValue },
];

/** A name or a word. Shorter than every secret, and most texts of a call are one. */
const WORD = /^\w{0,18}$/;

/** Replaces everything that looks like a secret, in linear time. */
export function redactText(text: string): string {
  if (WORD.test(text)) return text;
  const seen = SECRETS.reduce(without, text).replace(
    /(:\/\/[^\s/:@]{1,100}:)[^\s/@]{1,200}@/g,
    `$1${REDACTED}@`,
  );
  return /["']\s*:|=/.test(seen) ? VALUES.reduce(without, seen) : seen;
}

function without(text: string, { start, end }: Secret): string {
  const parts: string[] = [];
  let done = 0;
  start.lastIndex = 0;
  for (let found = start.exec(text); found; found = start.exec(text)) {
    const ended = end(text, start.lastIndex);
    if ("stop" in ended) {
      parts.push(text.slice(done, found.index), found[1] ?? "", REDACTED);
      done = ended.stop;
    }
    start.lastIndex = "stop" in ended ? ended.stop : ended.resume;
  }
  return parts.length === 0 ? text : parts.join("") + text.slice(done);
}

/** The end of a run of characters. */
function runEnd(run: RegExp, text: string, from: number): number {
  run.lastIndex = from;
  run.test(text);
  return run.lastIndex;
}

function endOf(run: RegExp): Secret["end"] {
  return (text, from) => ({ stop: runEnd(run, text, from) });
}

/** An unterminated key extends to the end of the text. */
function endOfPrivateKey(text: string, from: number): End {
  const close = /-----END [A-Z ]{0,40}PRIVATE KEY-----/g;
  close.lastIndex = from;
  return { stop: close.test(text) ? close.lastIndex : text.length };
}

/**
 * A JWT has three runs with dots between. Every start within the first run has the same outcome, so all are skipped at
 * once.
 */
function endOfJwt(text: string, from: number): End {
  const header = runEnd(JWT_PART, text, from);
  const payload = text[header] === "." ? runEnd(JWT_PART, text, header + 1) : header;
  if (payload - header < 9 || text[payload] !== ".") return { resume: header };
  const signature = runEnd(JWT_PART, text, payload + 1);
  return signature > payload + 1 ? { stop: signature } : { resume: header };
}

/** A plain number is not a secret: `max_tokens=1000000`. */
function endOfPlainValue(text: string, from: number): End {
  const begin = from - 6;
  const digits = runEnd(DIGITS, text, begin);
  if (digits > begin && !/^\w/.test(text.slice(digits, digits + 1))) return { resume: begin };
  return { stop: runEnd(PLAIN_REST, text, from) };
}
