import type { FactKind } from "./fact.ts";
import { factKind } from "./mark-kinds.ts";

/** A fact as its author declares it with a thought. */
export interface Mark {
  readonly kind: FactKind;
  readonly text: string;
  readonly reason?: string;
  /** The number of the thought whose fact this one replaces or answers. */
  readonly replaces?: number;
}

/** Marks as understood. What has no known kind is kept as text. */
export interface ReadMarks {
  readonly marks: readonly Mark[];
  readonly unknown: readonly string[];
  readonly warnings: readonly string[];
}

/** The most marks of one thought, and the most characters of one statement or reason. */
export const MAX_MARKS = 20;
export const MAX_MARK_CHARACTERS = 500;
/** The part of a text that is parsed. */
const MAX_READ_CHARACTERS = 4 * MAX_MARK_CHARACTERS;

const FORM = '"decision: …", "dead end: … because …", "open: …", "answered: …", "next: …" or "outcome: …"';

/** Reads marks as an author wrote them: strings `kind: text because reason`, or objects `{kind, text, reason}`. */
export function readMarks(given: unknown): ReadMarks {
  const items = itemsOf(given);
  const marks: Mark[] = [];
  const unknown: string[] = [];
  const warnings: string[] = [];
  let cut = 0;
  for (const item of items.slice(0, MAX_MARKS)) {
    const read = typeof item === "string" ? fromText(item) : fromObject(item);
    if (!read) unknown.push(shortened(typeof item === "string" ? item.trim() : JSON.stringify(item)));
    else {
      if (read.text.length > MAX_MARK_CHARACTERS || (read.reason?.length ?? 0) > MAX_MARK_CHARACTERS) cut++;
      marks.push(bounded(read));
    }
  }
  if (unknown.length > 0) warnings.push(`${few(unknown)} kept as text: write marks as ${FORM}.`);
  if (cut > 0)
    warnings.push(
      `${cut === 1 ? "A mark was" : `${cut} marks were`} cut at ${MAX_MARK_CHARACTERS} characters.`,
    );
  if (items.length > MAX_MARKS)
    warnings.push(`Only the first ${MAX_MARKS} of ${items.length} marks were read.`);
  return { marks, unknown, warnings };
}

/** A mark in its canonical form; `readMarks` reads it back. */
export function markLine({ kind, text, reason }: Pick<Mark, "kind" | "text" | "reason">): string {
  const name = kind === "dead_end" ? "dead end" : kind;
  return oneSpaced(`${name}: ${text}${reason === undefined ? "" : ` because ${reason}`}`);
}

/** A mark that a program declares: one line, no longer than an author's. */
export function markOf(kind: FactKind, text: string, reason?: string): Mark {
  const why = oneSpaced(reason ?? "");
  return bounded({ kind, text: oneSpaced(text), ...(why !== "" && { reason: why }) });
}

type Item = string | Readonly<Record<string, unknown>>;

/** The items of a list, of a text with one item a line, or of an object. Items that say nothing are left out. */
function itemsOf(given: unknown): Item[] {
  if (given === undefined || given === null) return [];
  const values = Array.isArray(given) ? given.slice(0, 1000) : [given];
  return values.flatMap((value): Item[] => {
    if (typeof value === "string") return fromJson(value) ?? linesOf(value, Array.isArray(given));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return membersOf(value);
    return [];
  });
}

/** A text that is JSON of a list or object. */
function fromJson(text: string): Item[] | undefined {
  const start = text.trimStart()[0];
  if ((start !== "[" && start !== "{") || text.length > 100_000) return undefined;
  try {
    return itemsOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** An item of a list is one mark; a single text may have several, one a line. */
function linesOf(text: string, isItem: boolean): string[] {
  const lines = isItem ? [text] : text.split(/[\n\r]/);
  return lines.filter((line) => /[\p{L}\p{N}]/u.test(line));
}

/** `{kind, text}` is one mark; `{decision: "…", open: ["…", "…"]}` is one for each text. */
function membersOf(value: object): Item[] {
  const members = Object.entries(value).slice(0, 100);
  const names = new Set(members.map(([name]) => name.toLowerCase()));
  if (names.has("kind") || names.has("type") || names.has("text"))
    return [value as Readonly<Record<string, unknown>>];
  const reasons = members.filter(([name]) => isReason(name));
  const texts = members.filter(([name]) => !isReason(name));
  const reason = reasons.length > 0 && texts.length === 1 ? { reason: reasons[0]![1] } : {};
  return texts.flatMap(([kind, text]): Item[] =>
    (Array.isArray(text) ? text : [text]).slice(0, 1000).map((one) => ({ kind, text: one, ...reason })),
  );
}

const isReason = (name: string): boolean => ["reason", "because", "why"].includes(name.toLowerCase());

function fromObject(item: Readonly<Record<string, unknown>>): Mark | undefined {
  const members = new Map(Object.entries(item).map(([name, value]) => [name.toLowerCase(), value]));
  const kind = factKind(String(members.get("kind") ?? members.get("type") ?? ""));
  const text = members.get("text") ?? members.get("statement") ?? members.get("content");
  const why = members.get("reason") ?? members.get("because") ?? members.get("why");
  if (typeof text !== "string" || text.trim() === "") return undefined;
  if (!kind) return fromText(text);
  const read = statement(kind, text);
  if (!read) return undefined;
  const number = Number(String(members.get("replaces") ?? "").replace("#", ""));
  return {
    ...read,
    ...(typeof why === "string" && why.trim() !== "" && { reason: oneSpaced(why) }),
    ...(Number.isSafeInteger(number) && number > 0 && { replaces: number }),
  };
}

/** `kind: text`, also behind a bullet, in brackets or bold, with a dash or a full-width colon. */
function fromText(given: string): Mark | undefined {
  const text = oneSpaced(given.slice(0, MAX_READ_CHARACTERS)).replace(/^[-*•·>#+\d.)\s]{1,8}/, "");
  const bracketed = /^[[(【]([^\])】:：]{2,24})[\])】][:：]?(.*)$/s.exec(text);
  if (bracketed) {
    const kind = factKind(bracketed[1]!);
    return kind && statement(kind, bracketed[2]!);
  }
  const end = text.slice(0, 40).search(/[:：=–—]|\s->? |\s- /);
  if (end < 1) return undefined;
  const kind = factKind(text.slice(0, end));
  return kind && statement(kind, text.slice(end).replace(/^[\s:：=–—>*_-]{1,8}/, ""));
}

const REPLACES = /[\s([;,.–—-]?\b(?:replaces?|supersedes?|answers?)\s?:?\s?#?(\d{1,9})\b[\])]?/i;
const REASON = /[\s,;(–—]\(?\b(?:because(?: of)?|due to|reason\s?[:：]|as a result of)(?=[\s:：])/i;

/** Splits a statement from its reason and from the reference to what it replaces. */
function statement(kind: FactKind, given: string): Mark | undefined {
  let text = oneSpaced(given.slice(0, MAX_READ_CHARACTERS));
  const replaced = REPLACES.exec(text) ?? (kind === "answered" ? /^#(\d{1,9})\b[:：]?/.exec(text) : null);
  if (replaced)
    text = oneSpaced(text.slice(0, replaced.index) + text.slice(replaced.index + replaced[0].length));
  const because = REASON.exec(text);
  const reason = because ? trimmed(text.slice(because.index + because[0].length)) : "";
  const isSplit = because !== null && reason !== "";
  const said = isSplit ? trimmed(text.slice(0, because.index).replace(/\.$/, "")) : trimmed(text);
  if (!/[\p{L}\p{N}]/u.test(said)) return undefined;
  return {
    kind,
    text: said,
    ...(reason !== "" && { reason }),
    ...(replaced && { replaces: Number(replaced[1]) }),
  };
}

const oneSpaced = (text: string): string => text.replace(/\s+/g, " ").trim().toWellFormed();

/** A text without the punctuation that a split leaves at its ends. */
const trimmed = (text: string): string => {
  const plain = text.replace(/^[\s,;:：–—(-]{1,8}/, "").trim();
  const open = plain.includes("(");
  return plain.replace(open ? /[\s,;–—-]{1,8}$/ : /[\s,;)–—-]{1,8}$/, "");
};

function bounded(mark: Mark): Mark {
  const { text, reason } = mark;
  return { ...mark, text: shortened(text), ...(reason !== undefined && { reason: shortened(reason) }) };
}

function shortened(text: string): string {
  if (text.length <= MAX_MARK_CHARACTERS) return text;
  return `${text
    .slice(0, MAX_MARK_CHARACTERS - 1)
    .trimEnd()
    .toWellFormed()}…`;
}

function few(texts: readonly string[]): string {
  const shown = JSON.stringify(texts[0]!.slice(0, 40));
  return texts.length === 1 ? `The mark ${shown} was` : `The mark ${shown} and ${texts.length - 1} more were`;
}
