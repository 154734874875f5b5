import { type Phrases, pace, quoteIn, wordsIn } from "../ledger/index.ts";
import { QUOTING } from "../store/erasure-tables.ts";
import type { Store } from "../store/port.ts";

/** What replaces a text that quotes an erased thought. */
const MARK = "[redacted]";
const PAGE = 100;
/** How many phrases are looked up in the ledger; a longer text is recognized by the rest of its phrases. */
const MOST_LOOKUPS = 3_000;

/** Finds and replaces quotes of erased thoughts. */
export interface QuoteEraser {
  /** The text without strings or lines that quote; the same text if nothing does. */
  clean(text: string): Promise<string>;
}

/** What is erased, and whose it is. */
export interface ErasedTexts {
  readonly phrases: Phrases;
  /** The owner of the session. Other principals' texts are neither erased nor compared. */
  readonly owner: string | undefined;
  /** Whether a thought is one of those that are erased. */
  readonly isErased: (sessionId: string, seq: number) => boolean;
}

/**
 * Creates the eraser. A phrase counts as a quote if no other thought of the same owner contains it: common words and
 * phrases are left alone.
 */
export function createQuoteEraser(store: Store, erased: ErasedTexts): QuoteEraser {
  const shingles = new Set(erased.phrases.shingles);
  const compounds = new Set(erased.phrases.compounds);
  const confirmed = new Set<string>();
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
      if (!` ${wordsIn(thought.content).join(" ")} `.includes(` ${phrase} `)) continue;
      if (!(await isForeign(thought.sessionId))) return true;
    }
    return false;
  }

  async function quotes(text: string): Promise<boolean> {
    for (;;) {
      const phrase = quoteIn(text, { shingles, compounds });
      if (phrase === undefined) return false;
      if (confirmed.has(phrase)) return true;
      if (++lookups > MOST_LOOKUPS) compounds.clear();
      else if (!(await isElsewhere(phrase))) {
        confirmed.add(phrase);
        return true;
      }
      shingles.delete(phrase);
      compounds.delete(phrase);
    }
  }

  async function cleanValue(value: unknown): Promise<unknown> {
    if (typeof value === "string") return (await quotes(value)) ? MARK : value;
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const item of value) items.push(await cleanValue(item));
      return items;
    }
    if (typeof value !== "object" || value === null) return value;
    const entries: [string, unknown][] = [];
    for (const [key, inner] of Object.entries(value))
      entries.push([(await quotes(key)) ? MARK : key, await cleanValue(inner)]);
    return Object.fromEntries(entries);
  }

  return {
    async clean(text) {
      if (!(await quotes(text))) return text;
      const parsed = parse(text);
      if (parsed !== undefined) return JSON.stringify(await cleanValue(parsed));
      const lines: string[] = [];
      for (const line of text.split("\n")) lines.push((await quotes(line)) ? MARK : line);
      const cleaned = lines.join("\n");
      // A quote may run over several lines.
      return (await quotes(cleaned)) ? MARK : cleaned;
    },
  };
}

/** Erases quotes in every table that may have some. Returns how many rows changed. */
export async function eraseQuotes(
  store: Store,
  eraser: QuoteEraser,
  owner: string | undefined,
): Promise<number> {
  let changed = 0;
  for (const table of Object.keys(QUOTING))
    for (let after: readonly (string | number)[] | undefined; ; ) {
      const rows = await store.textRows(table, { owner, limit: PAGE, after });
      for (const { key, texts } of rows) {
        const cleaned: Record<string, string | null> = {};
        for (const [column, text] of Object.entries(texts))
          cleaned[column] = text === null ? null : await eraser.clean(text);
        if (Object.keys(texts).some((column) => texts[column] !== cleaned[column])) {
          await store.replaceTexts(table, { key, texts: cleaned });
          changed++;
        }
        await pace();
      }
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
