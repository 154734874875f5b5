import { setTimeout as delay } from "node:timers/promises";
import { createPhrases, type Phrases, pace, type SessionSummary, type Thought } from "../ledger/index.ts";
import { noteErasure } from "../store/erasure-journal.ts";
import { allThoughts, type Store } from "../store/port.ts";
import { needAll } from "./edit.ts";
import {
  type EraseContext,
  type Erasure,
  eraseFiles,
  findMerges,
  homeOf,
  isOneOf,
  LATE_MS,
  textsOf,
} from "./erase.ts";
import { chainsOf } from "./erase-exports.ts";
import { createQuoteEraser, eraseQuotes } from "./erase-quotes.ts";

/** In what has more thoughts, plain words do not count as quotes by themselves, and fewer phrases are looked up. */
const MANY_THOUGHTS = 1_000;
const FEW_LOOKUPS = 200;
/** Of so many thoughts every run of words is kept, of twice as many every second one: this bounds the memory. */
const THOUGHTS_PER_STRIDE = 50_000;

/** How far a deletion is. */
export interface ErasureProgress {
  readonly step: "read" | "quotes" | "erase" | "rewrite";
  /** Thoughts that were read or erased. */
  readonly done: number;
  readonly total: number;
}

/** Sessions that this process deletes now. */
const deleting = new Set<string>();

/** Deletes sessions for good: all of them, or none if one is unknown or named twice. */
export async function deleteSessions(
  context: EraseContext,
  ids: readonly string[],
  onProgress: (progress: ErasureProgress) => void = () => {},
): Promise<Erasure & { readonly deleted: readonly string[] }> {
  const { store, dataHome, by } = context;
  // First, so that repeating an interrupted command finishes it. A principal's view cannot read hidden sessions.
  if (context.owner === undefined) await finishDeletions(context);
  const sessions = await needAll(store, ids);
  const total = sessions.reduce((sum, { thoughtCount }) => sum + thoughtCount, 0);
  let [read, gone] = [0, 0];
  const parts: ErasedSessions[] = [];
  try {
    for (const [owner, theirs] of Map.groupBy(sessions, (session) => session.owner)) {
      for (const { id } of theirs) deleting.add(id);
      const onRead = () => onProgress({ step: "read", done: ++read, total });
      parts.push({ ...(await readSessions(context, owner, theirs, onRead)), by });
      for (const { id } of theirs) {
        noteErasure(dataHome, { session: id, owner: context.owner, by, at: new Date().toISOString() });
        await store.hideSession(id, by);
      }
    }
    onProgress({ step: "quotes", done: total, total });
    await delay(LATE_MS);
    const erased = await eraseParts(context, parts, (thoughts) => {
      gone = Math.min(gone + thoughts, total);
      onProgress({ step: "erase", done: gone, total });
    });
    onProgress({ step: "rewrite", done: total, total });
    return { deleted: sessions.map(({ id }) => id), ...erased, scrubbed: await store.scrub() };
  } finally {
    for (const { id } of sessions) deleting.delete(id);
  }
}

/** Finishes the deletions of processes that were stopped in the middle. Returns how many sessions these were. */
export async function finishDeletions(context: EraseContext): Promise<number> {
  const { store } = context;
  const hidden = (await store.hiddenSessions()).filter(({ id }) => !deleting.has(id));
  for (const one of hidden) {
    const part = { ...(await readSessions(context, one.owner, [one], () => {})), by: one.by };
    await eraseParts(context, [part], () => {});
  }
  if (hidden.length > 0) await store.scrub();
  return hidden.length;
}

/** Sessions of one owner that are deleted. Their texts are read before they disappear, or from their remaining rows. */
interface ErasedSessions {
  readonly owner: string | undefined;
  readonly by: string;
  readonly phrases: Phrases;
  readonly thoughtIds: ReadonlySet<string>;
  readonly sessionIds: readonly string[];
  /** Thoughts of merged sessions that repeat their facts. */
  readonly merges: readonly Thought[];
  /** Files outside of the exports that have them. */
  readonly chains: readonly string[];
}

/** A session; of one that is hidden, only the id is left. */
type ReadSession = Pick<SessionSummary, "id" | "owner"> & Partial<SessionSummary>;

async function readSessions(
  context: EraseContext,
  owner: string | undefined,
  sessions: readonly ReadSession[],
  onRead: () => void,
): Promise<Omit<ErasedSessions, "by">> {
  const { store } = context;
  let count = 0;
  for (const { id, thoughtCount } of sessions) count += thoughtCount ?? (await countThoughts(store, id));
  const stride = Math.max(1, Math.ceil(count / THOUGHTS_PER_STRIDE));
  const phrases = createPhrases({ plainWords: count <= MANY_THOUGHTS, stride });
  const thoughtIds = new Set<string>();
  const merges: Thought[] = [];
  const chains: string[] = [];
  for (const { id, title = "", description = "" } of sessions) {
    phrases.add(title);
    phrases.add(description);
    merges.push(...(await findMerges(store, { id, ...(owner !== undefined && { owner }) })));
    chains.push(...(await chainsOf(store, homeOf(context, owner), id)));
    for await (const thought of allThoughts(store, id)) {
      onRead();
      thoughtIds.add(thought.id);
      if (!thought.redaction) for (const text of textsOf(thought)) phrases.add(text);
      await pace();
    }
  }
  return { owner, phrases, thoughtIds, sessionIds: sessions.map(({ id }) => id), merges, chains };
}

const countThoughts = async (store: Store, id: string): Promise<number> =>
  (await store.extent(id, { time: new Date().toISOString() })).total;

/** Erases what quotes sessions, then their rows: a process that is stopped in between can still read what to erase. */
async function eraseParts(
  context: EraseContext,
  parts: readonly ErasedSessions[],
  onErased: (thoughts: number) => void,
): Promise<Pick<Erasure, "quotes" | "exports">> {
  const { store } = context;
  let [quotes, exports] = [0, 0];
  for (const { owner, phrases, thoughtIds, sessionIds, merges, chains, by } of parts) {
    const isErased = (sessionId: string, at: number) =>
      sessionIds.includes(sessionId) || isOneOf(merges, sessionId, at);
    const lookups = thoughtIds.size > MANY_THOUGHTS ? { mostLookups: FEW_LOOKUPS } : {};
    const eraser = createQuoteEraser(store, { phrases, owner, isErased, ...lookups });
    quotes += await eraseQuotes(store, eraser, { owner, sessionIds, thoughtIds });
    exports += await eraseFiles(context, { owner, eraser, thoughtIds, sessionIds, chains, whole: true });
    const redaction = {
      redactedAt: new Date().toISOString(),
      by,
      reason: "A session that it cites was deleted.",
    };
    for (const one of merges) await store.redactThought(one.sessionId, one.seq, redaction);
    for (const id of sessionIds) await store.eraseRows(id, onErased);
  }
  return { quotes, exports };
}
