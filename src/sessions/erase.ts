import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import {
  createPhrases,
  Failure,
  oneLine,
  type Phrases,
  pace,
  type SessionSummary,
  type Thought,
} from "../ledger/index.ts";
import { noteErasure } from "../store/erasure-journal.ts";
import { ownerTag } from "../store/owner-ids.ts";
import { allThoughts, type Store } from "../store/port.ts";
import { needAll } from "./edit.ts";
import { type ErasedExport, eraseExports } from "./erase-exports.ts";
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
/** In what has more thoughts, plain words do not count as quotes by themselves, and fewer phrases are looked up. */
const MANY_THOUGHTS = 1_000;
const FEW_LOOKUPS = 200;
/** Of so many thoughts every run of words is kept, of twice as many every second one: this bounds the memory. */
const THOUGHTS_PER_STRIDE = 50_000;
/** Calls that quote the text may still wait in the logs of servers; they are written within this time. */
const LATE_MS = 600;
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

/** How far a deletion is. */
export interface ErasureProgress {
  readonly step: "read" | "erase" | "quotes" | "rewrite";
  /** Thoughts that were read or erased. */
  readonly done: number;
  readonly total: number;
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
  noteErasure(context.dataHome, { session: session!.id, owner: context.owner, seq, by, at: redactedAt });
  const since = Date.now() - RECENT_MS;
  const whose = { owner: session!.owner, sessionIds: [session!.id], thoughtIds: new Set([found.id]) };
  const quotes = await eraseQuotes(store, eraser, whose);
  const exports = await eraseFiles(context, { ...whose, eraser });
  const thought = await store.redactThought(session!.id, seq, redaction);
  for (const one of repeats) await store.redactThought(one.sessionId, one.seq, redaction);
  await delay(LATE_MS);
  const late = await eraseQuotes(store, eraser, whose, since);
  return { thought, quotes: quotes + late, exports, scrubbed: await store.scrub() };
}

/** Deletes sessions for good: all of them, or none if one is unknown or named twice. */
export async function deleteSessions(
  context: EraseContext,
  ids: readonly string[],
  onProgress: (progress: ErasureProgress) => void = () => {},
): Promise<Erasure & { readonly deleted: readonly string[] }> {
  const { store, dataHome, by } = context;
  const sessions = await needAll(store, ids);
  const erased: OwnedTexts[] = [];
  const total = sessions.reduce((sum, { thoughtCount }) => sum + thoughtCount, 0);
  let [read, gone] = [0, 0];
  const onRead = () => onProgress({ step: "read", done: ++read, total });
  const onErased = (thoughts: number): void => {
    gone = Math.min(gone + thoughts, total);
    onProgress({ step: "erase", done: gone, total });
  };
  for (const [owner, theirs] of Map.groupBy(sessions, (session) => session.owner)) {
    const texts = await textsOfSessions(store, owner, theirs, onRead);
    for (const session of theirs) {
      const at = new Date().toISOString();
      noteErasure(dataHome, { session: session.id, owner: context.owner, by, at });
      await store.deleteSession(session.id, by, onErased);
    }
    erased.push(texts);
  }
  onProgress({ step: "quotes", done: total, total });
  await delay(LATE_MS);
  let [quotes, exports] = [0, 0];
  for (const { owner, phrases, thoughtIds, sessionIds, merges } of erased) {
    const isErased = (sessionId: string, at: number) =>
      sessionIds.includes(sessionId) || isOneOf(merges, sessionId, at);
    const isLong = thoughtIds.size > MANY_THOUGHTS;
    const lookups = isLong ? { mostLookups: FEW_LOOKUPS } : {};
    const eraser = createQuoteEraser(store, { phrases, owner, isErased, ...lookups });
    quotes += await eraseQuotes(store, eraser, { owner, sessionIds, thoughtIds });
    exports += await eraseFiles(context, { owner, eraser, thoughtIds, sessionIds, whole: true });
    const redaction = {
      redactedAt: new Date().toISOString(),
      by,
      reason: "A session that it cites was deleted.",
    };
    for (const one of merges) await store.redactThought(one.sessionId, one.seq, redaction);
  }
  onProgress({ step: "rewrite", done: total, total });
  return { deleted: sessions.map(({ id }) => id), quotes, exports, scrubbed: await store.scrub() };
}

/** What deleted sessions of one owner had. */
interface OwnedTexts {
  readonly owner: string | undefined;
  readonly phrases: Phrases;
  readonly thoughtIds: ReadonlySet<string>;
  readonly sessionIds: readonly string[];
  /** Thoughts of merged sessions that repeat their facts. */
  readonly merges: readonly Thought[];
}

async function textsOfSessions(
  store: Store,
  owner: string | undefined,
  sessions: readonly SessionSummary[],
  onRead: () => void,
): Promise<OwnedTexts> {
  const count = sessions.reduce((sum, { thoughtCount }) => sum + thoughtCount, 0);
  const stride = Math.max(1, Math.ceil(count / THOUGHTS_PER_STRIDE));
  const phrases = createPhrases({ plainWords: count <= MANY_THOUGHTS, stride });
  const thoughtIds = new Set<string>();
  const merges: Thought[] = [];
  for (const session of sessions) {
    phrases.add(session.title);
    phrases.add(session.description ?? "");
    merges.push(...(await findMerges(store, session)));
    for await (const thought of allThoughts(store, session.id)) {
      onRead();
      thoughtIds.add(thought.id);
      if (!thought.redaction) for (const text of textsOf(thought)) phrases.add(text);
      await pace();
    }
  }
  return { owner, phrases, thoughtIds, sessionIds: sessions.map(({ id }) => id), merges };
}

/** How many thoughts that name a session are looked at for merges. */
const MOST_MERGES = 200;

/** The thoughts of merged sessions that repeat facts of a session. */
async function findMerges(store: Store, { id, owner }: SessionSummary): Promise<readonly Thought[]> {
  const hits = await store.search({ text: id, archived: true, limit: MOST_MERGES, ...(owner && { owner }) });
  return hits.flatMap(({ thought }) => {
    const { mergedFrom } = thought.metadata;
    return Array.isArray(mergedFrom) && mergedFrom.includes(id) ? [thought] : [];
  });
}

const isOneOf = (thoughts: readonly Thought[], sessionId: string, seq: number): boolean =>
  thoughts.some((one) => one.sessionId === sessionId && one.seq === seq);

async function repeatsOf(thoughts: readonly Thought[], eraser: QuoteEraser): Promise<readonly Thought[]> {
  const found: Thought[] = [];
  for (const thought of thoughts)
    if ((await eraser.clean(thought.content)) !== thought.content) found.push(thought);
  return found;
}

/**
 * Erases from the exports of the caller and the notebooks of the owner, and for an operator also from the owner's
 * exports.
 */
async function eraseFiles(
  { store, home, dataHome, owner }: EraseContext,
  { owner: whose, ...erased }: Omit<ErasedExport, "isShared"> & Pick<ErasedIds, "owner">,
): Promise<number> {
  const notebooks = await eraseNotebookFiles(store, dataHome, erased.eraser, whose);
  const here = notebooks + (await eraseExports(home, { ...erased, isShared: whose !== undefined }));
  if (owner !== undefined || whose === undefined) return here;
  const theirs = join(home, "principals", ownerTag(whose));
  return here + (await eraseExports(theirs, { ...erased, isShared: false }));
}

function textsOf({ content, critique, evidence, metadata, marks }: Thought): string[] {
  const rest = [critique, evidence, metadata, marks].filter((one) => one && Object.keys(one).length > 0);
  return [content, ...rest.flatMap(stringsIn)];
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

const invalid = (problem: string) => new Failure("INVALID_ARGUMENT", { problem });
