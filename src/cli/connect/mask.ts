import { SECRET_WORDS } from "../../ledger/index.ts";

const secretWord = new RegExp(SECRET_WORDS, "i");
const secretInside = new RegExp(String.raw`((?:${SECRET_WORDS})[\w.-]{0,80}\s*[:=]\s*)[^"'\r\n]+`, "gi");

/**
 * Masks every value that looks like a secret, for display; the lines stay the same.
 *
 * Works for JSON and TOML: a value is secret because of its key, an enclosing key, or the flag before it.
 */
export function maskSecrets(text: string): string {
  const isSecretInside = [false];
  let isSecretKey = false;
  let isSecretFlag = false;
  const shown = (part: string, end: number): string => {
    const mark = /^(\/[/*]|#)/.exec(part)?.[0];
    if (mark !== undefined) return mark + maskSecrets(part.slice(mark.length));
    if (part === "{" || part === "[") {
      isSecretInside.push(isSecretKey || isSecretInside.at(-1) === true);
      isSecretKey = false;
    } else if (part === "}" || part === "]") {
      if (isSecretInside.length > 1) isSecretInside.pop();
    } else if (part === ",") {
      isSecretKey = false;
    } else if (isKey(text, end)) {
      isSecretKey = secretWord.test(part);
    } else if (part !== ":" && part !== "=") {
      const isSecret = isSecretKey || isSecretFlag || isSecretInside.at(-1) === true;
      isSecretFlag = /^["']-[^=:]*$/.test(part) && secretWord.test(part);
      isSecretKey = false;
      return isSecret ? hidden(part) : withoutInnerSecrets(part);
    }
    return part;
  };
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = tokenEnd(text, at);
    const part = text.slice(at, end);
    parts.push(/^\s/.test(part) ? part : shown(part, end));
    at = end;
  }
  return parts.join("");
}

/** The end of the run of white space, comment, string, sign or word at an offset. */
function tokenEnd(text: string, at: number): number {
  const char = text.charAt(at);
  if (char === '"' || char === "'") return stringEnd(text, at, char);
  if (char === "#" || text.startsWith("//", at)) return indexOr(text, "\n", at, text.length);
  if (text.startsWith("/*", at)) return indexOr(text, "*/", at + 2, text.length);
  const run = /\s+|[{}[\]:=,]|[^\s"'{}[\]:=,#]+/y;
  run.lastIndex = at;
  run.test(text);
  return run.lastIndex;
}

/** Scanned by hand: a pattern would overflow the stack on a string of some megabytes. */
function stringEnd(text: string, start: number, quote: string): number {
  const fence = quote.repeat(3);
  if (text.startsWith(fence, start)) return indexOr(text, fence, start + 3, start) + 3;
  let at = start + 1;
  while (at < text.length && text[at] !== quote && text[at] !== "\n") {
    at += quote === '"' && text[at] === "\\" && text[at + 1] !== "\n" ? 2 : 1;
  }
  return text[at] === quote ? at + 1 : start + 1;
}

function indexOr(text: string, search: string, from: number, fallback: number): number {
  const found = text.indexOf(search, from);
  return found < 0 ? fallback : found;
}

function isKey(text: string, end: number): boolean {
  const next = /\s*([:=])?/y;
  next.lastIndex = end;
  return next.exec(text)?.[1] !== undefined;
}

function hidden(value: string): string {
  const fence = /^("""|'''|"|')/.exec(value)?.[0] ?? "";
  const inner = value.slice(fence.length, value.length - fence.length);
  return fence + inner.replace(/[^\r\n]+/g, "***") + fence;
}

/** Masks secrets inside a value: a header, a variable, a token, a password in a URL. */
function withoutInnerSecrets(value: string): string {
  return value
    .replace(secretInside, "$1***")
    .replace(/(\b(?:bearer|basic)\s+)([^\s"',]+)/gi, "$1***")
    .replace(/(:\/\/[^/\s:@"']*:)[^/\s@"']+@/g, "$1***@");
}
