import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createPhrases, Failure, oneLine, type SessionSummary, type Thought } from "../ledger/index.ts";
import { noteErasure } from "../store/erasure-journal.ts";
import { ownerTag } from "../store/owner-ids.ts";
import type { Store } from "../store/port.ts";
import { needAll } from "./edit.ts";
import { chainsOf, type ErasedExport, eraseChains, eraseExports } from "./erase-exports.ts";
import { eraseNotebookFiles } from "./erase-notebook-files.ts";
import {
  createQuoteEraser,
  type ErasedIds,
  type ErasedTexts,
  eraseQuotes,
  type QuoteEraser,
} from "./erase-quotes.ts";

/** The longest reason of a redaction. */
const LONGEST_REASON = 500;
/** Calls that quote the text may still wait in the logs of servers; they are written within this time. */
export const LATE_MS = 600;
/** How far back the calls are read again. */
const RECENT_MS = 60_000;

/** What erasing needs. */
export interface EraseContext {
  readonly store: Store;
  /** The home of the caller, with the exports: a principal has its own. */
  readonly home: string;
  /** The data home. */
  readonly dataHome: string;
  /** The principal whose view this is. */
  readonly owner?: string | undefined;
  /** Who erases. */
  readonly by: string;
}

/** What an erasure did. */
export interface Erasure {
  /** How many invocations, messages, cells and notes quoted the text and were changed. */
  readonly quotes: number;
  /** How many exported files and files of notebooks were changed or deleted. */
  readonly exports: number;
  /** False if another process keeps old pages of the database's log; the next erasure tries again. */
  readonly scrubbed: boolean;
}

/** Replaces the content of a thought for good, and its quotes in whatever else its owner has. */
export async function redactThought(
  context: EraseContext,
  id: string,
  seq: number,
  reason: string,
): Promise<Erasure & { readonly thought: Thought }> {
  const { store, by } = context;
  const said = oneLine(reason, LONGEST_REASON + 1);
  if (said === "" || [...said].length > LONGEST_REASON)
    throw invalid(`\`reason\` is required: say in 1 to ${LONGEST_REASON} characters why.`);
  if (!Number.isSafeInteger(seq) || seq < 1)
    throw invalid("`thought` must be the seq of a thought: 1, 2, 3…");
  const [session] = await needAll(store, [id]);
  const [found] = await store.thoughts(session!.id, { after: seq - 1, limit: 1 });
  const redactedAt = new Date().toISOString();
  const redaction = { redactedAt, by, reason: said };
  if (found?.seq !== seq || found.redaction) {
    const thought = await store.redactThought(session!.id, seq, redaction);
    return { thought, quotes: 0, exports: 0, scrubbed: await store.scrub() };
  }
  const merges = await findMerges(store, session!);
  const phrases = createPhrases();
  for (const text of textsOf(found)) phrases.add(text);
  const erased: ErasedTexts = {
    phrases,
    owner: session!.owner,
    isErased: (sessionId, at) => (sessionId === session!.id && at === seq) || isOneOf(merges, sessionId, at),
  };
  const eraser = createQuoteEraser(store, erased);
  const repeats = await repeatsOf(merges, eraser);
  const chains = await chainsOf(store, homeOf(context, session!.owner), session!.id);
  noteErasure(context.dataHome, { session: session!.id, owner: context.owner, seq, by, at: redactedAt });
  const since = Date.now() - RECENT_MS;
  const whose = { owner: session!.owner, sessionIds: [session!.id], thoughtIds: new Set([found.id]) };
  const quotes = await eraseQuotes(store, eraser, whose);
  const exports = await eraseFiles(context, { ...whose, eraser, chains });
  const thought = await store.redactThought(session!.id, seq, redaction);
  for (const one of repeats) await store.redactThought(one.sessionId, one.seq, redaction);
  await delay(LATE_MS);
  // Another process may have erased a thought with the same text meanwhile, so every phrase is looked up again.
  const late = await eraseQuotes(store, createQuoteEraser(store, erased), whose, since);
  return { thought, quotes: quotes + late, exports, scrubbed: await store.scrub() };
}

/** How many thoughts that name a session are looked at for merges. */
const MOST_MERGES = 200;

/** The thoughts of merged sessions that repeat facts of a session. */
export async function findMerges(
  store: Store,
  { id, owner }: Pick<SessionSummary, "id" | "owner">,
): Promise<readonly Thought[]> {
  const hits = await store.search({ text: id, archived: true, limit: MOST_MERGES, ...(owner && { owner }) });
  return hits.flatMap(({ thought }) => {
    const { mergedFrom } = thought.metadata;
    return Array.isArray(mergedFrom) && mergedFrom.includes(id) ? [thought] : [];
  });
}

/** Whether the thought with this `seq` is one of some. */
export const isOneOf = (thoughts: readonly Thought[], sessionId: string, seq: number): boolean =>
  thoughts.some((one) => one.sessionId === sessionId && one.seq === seq);

async function repeatsOf(thoughts: readonly Thought[], eraser: QuoteEraser): Promise<readonly Thought[]> {
  const found: Thought[] = [];
  for (const thought of thoughts)
    if ((await eraser.clean(thought.content)) !== thought.content) found.push(thought);
  return found;
}

/**
 * Erases from the exports of the caller and the notebooks of the owner, from files that were exported elsewhere, and for
 * an operator also from the owner's exports.
 */
export async function eraseFiles(
  context: EraseContext,
  { owner: whose, chains, ...erased }: ErasedFiles,
): Promise<number> {
  const { store, home, dataHome } = context;
  const notebooks = await eraseNotebookFiles(store, dataHome, erased.eraser, whose);
  const isShared = whose !== undefined;
  let changed = notebooks + (await eraseExports(home, { ...erased, isShared }));
  const theirs = homeOf(context, whose);
  if (theirs !== home) changed += await eraseExports(theirs, { ...erased, isShared: false });
  return changed + (await eraseChains(chains, erased));
}

/** What is erased from files. */
export interface ErasedFiles extends Omit<ErasedExport, "isShared">, Pick<ErasedIds, "owner"> {
  /** Files outside of the exports that have the session. */
  readonly chains: readonly string[];
}

/** The home with the exports of a session's owner: an operator erases in those of principals. */
export const homeOf = ({ home, owner }: EraseContext, whose: string | undefined): string =>
  owner !== undefined || whose === undefined ? home : join(home, "principals", ownerTag(whose));

/** Members of critiques, evidence and metadata that Clew fills: their words are in the texts of other thoughts too. */
const NOT_WRITTEN = new Set(["timestamp", "model", "kind", "sha256", "commit"]);
/** The kind of a mark, before its text. */
const MARK_KIND = /^[a-z_ ]{1,20}:/;

/** What the author and critic of a thought wrote. */
export function textsOf({ content, critique, evidence, metadata, marks = [] }: Thought): string[] {
  const declared = marks.map((mark) => mark.replace(MARK_KIND, ""));
  return [content, ...declared, ...[critique, evidence, metadata].flatMap(stringsIn)];
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (NOT_WRITTEN.has(key) ? [] : stringsIn(inner)));
}

const invalid = (problem: string) => new Failure("INVALID_ARGUMENT", { problem });
