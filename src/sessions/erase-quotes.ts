import { type Phrases, pace, wordsIn } from "../ledger/index.ts";
import { QUOTING, type QuotingTable } from "../store/erasure-tables.ts";
import type { Store, TextRow } from "../store/port.ts";

/** What replaces a text that quotes an erased thought. */
const MARK = "[redacted]";
const PAGE = 100;
/** Long texts are read in parts that overlap, so that no phrase is cut in two. */
const PART = 50_000;
const OVERLAP = 500;
const RUN_WORDS = 6;
const MOST_LOOKUPS = 1_000;

/** Finds and replaces quotes of erased thoughts. */
export interface QuoteEraser {
  /** The text without strings or lines that quote; the same text if nothing does. */
  clean(text: string, options?: CleanOptions): Promise<string>;
}

interface CleanOptions {
  readonly keepsIds?: boolean;
  /**
   * Ordinary words are not quotes, only runs of words and made-up names such as keys: for names, and for texts that have
   * nothing else in common with what is erased.
   */
  readonly keepsWords?: boolean;
}

/** What is erased, and whose it is. */
export interface ErasedTexts {
  readonly phrases: Phrases;
  /** The owner of the session. Other principals' texts are neither erased nor compared. */
  readonly owner: string | undefined;
  /** Whether a thought is one of those that are erased. */
  readonly isErased: (sessionId: string, seq: number) => boolean;
  /** How many phrases are looked up in the ledger. Of the rest, only runs of words count as quotes. */
  readonly mostLookups?: number;
}

/**
 * Creates the eraser. A phrase counts as a quote if no other thought of the same owner contains it: common words and
 * phrases are left alone.
 */
export function createQuoteEraser(store: Store, erased: ErasedTexts): QuoteEraser {
  const { phrases, mostLookups = MOST_LOOKUPS } = erased;
  const isQuote = new Map<string, boolean>();
  const owners = new Map<string, string | undefined>();
  let lookups = 0;

  async function isForeign(sessionId: string): Promise<boolean> {
    if (!owners.has(sessionId)) owners.set(sessionId, (await store.session(sessionId))?.owner);
    return owners.get(sessionId) !== erased.owner;
  }

  async function isElsewhere(phrase: string): Promise<boolean> {
    const { owner } = erased;
    const hits = await store.search({ text: phrase, archived: true, limit: 20, ...(owner && { owner }) });
    for (const { thought } of hits) {
      if (erased.isErased(thought.sessionId, thought.seq)) continue;
      const words = wordsIn([thought.content, ...(thought.marks ?? [])].join("\n"));
      if (!` ${words.join(" ")} `.includes(` ${phrase} `)) continue;
      if (!(await isForeign(thought.sessionId))) return true;
    }
    return false;
  }

  /** Whether a phrase is a quote. What other thoughts contain too is not. */
  async function counts(phrase: string): Promise<boolean> {
    const known = isQuote.get(phrase);
    if (known !== undefined) return known;
    if (lookups === mostLookups) return phrase.split(" ").length === RUN_WORDS;
    lookups++;
    const found = !(await isElsewhere(phrase));
    isQuote.set(phrase, found);
    return found;
  }

  async function quotes(text: string, keepsWords = false): Promise<boolean> {
    for (let from = 0; from === 0 || from + OVERLAP < text.length; from += PART) {
      for (const phrase of phrases.in(text.slice(from, from + PART + OVERLAP)))
        if ((!keepsWords || phrases.isDistinctive(phrase)) && (await counts(phrase))) return true;
      await pace();
    }
    return false;
  }

  async function cleanValue(value: unknown, options: CleanOptions): Promise<unknown> {
    const { keepsIds, keepsWords } = options;
    if (typeof value === "string") return (await quotes(value, keepsWords)) ? MARK : value;
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const item of value) items.push(await cleanValue(item, options));
      return items;
    }
    if (typeof value !== "object" || value === null) return value;
    const entries: [string, unknown][] = [];
    for (const [key, inner] of Object.entries(value))
      entries.push(
        keepsIds && /^id$|Id$/.test(key)
          ? [key, inner]
          : [(await quotes(key, keepsWords)) ? MARK : key, await cleanValue(inner, options)],
      );
    return Object.fromEntries(entries);
  }

  return {
    async clean(text, { keepsIds = false, keepsWords = false } = {}) {
      if (!(await quotes(text, keepsWords))) return text;
      const parsed = parse(text);
      if (parsed !== undefined) return JSON.stringify(await cleanValue(parsed, { keepsIds, keepsWords }));
      const lines: string[] = [];
      for (const line of text.split("\n")) lines.push((await quotes(line, keepsWords)) ? MARK : line);
      const cleaned = lines.join("\n");
      // A quote may run over several lines.
      return (await quotes(cleaned, keepsWords)) ? MARK : cleaned;
    },
  };
}

/** The thoughts that are erased, and their sessions. A text that names one of them derives from it. */
export interface ErasedIds {
  readonly owner: string | undefined;
  readonly sessionIds: readonly string[];
  readonly thoughtIds: ReadonlySet<string>;
}

/** Whether a text names an erased thought or its session. */
export function mentions(text: string, { sessionIds, thoughtIds }: Omit<ErasedIds, "owner">): boolean {
  if (sessionIds.some((id) => id.length >= SHORTEST_ID && text.includes(id))) return true;
  for (const [id] of text.matchAll(THOUGHT_ID)) if (thoughtIds.has(id)) return true;
  return false;
}

/** A shorter id may be a word. */
const SHORTEST_ID = 8;
const THOUGHT_ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * Erases quotes in every table that may have some, or only in rows since a time. In rows of the session and in texts that
 * name it, single words can be quotes. Returns how many rows changed.
 */
export async function eraseQuotes(
  store: Store,
  eraser: QuoteEraser,
  erased: ErasedIds,
  since?: number,
): Promise<number> {
  const { owner, sessionIds } = erased;
  let changed = 0;
  for (const [table, { keepsIds = false, names = [] }] of Object.entries<QuotingTable>(QUOTING))
    for (let after: readonly (string | number)[] | undefined; ; ) {
      const rows = await store.textRows(table, { owner, limit: PAGE, after, since });
      const replaced: TextRow[] = [];
      for (const { key, sessionId, texts } of rows) {
        const derives =
          (sessionId !== undefined && sessionIds.includes(sessionId)) ||
          Object.values(texts).some((text) => text !== null && mentions(text, erased));
        const cleaned: Record<string, string | null> = {};
        for (const [column, text] of Object.entries(texts)) {
          const keepsWords = !derives || names.includes(column);
          cleaned[column] = text === null ? null : await eraser.clean(text, { keepsIds, keepsWords });
        }
        if (Object.keys(texts).some((column) => texts[column] !== cleaned[column]))
          replaced.push({ key, texts: cleaned });
        await pace();
      }
      if (replaced.length > 0) await store.replaceTexts(table, replaced);
      changed += replaced.length;
      if (rows.length < PAGE) break;
      after = rows.at(-1)!.key;
    }
  return changed;
}

function parse(text: string): unknown {
  if (!/^\s*[[{"]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
