import { join } from "node:path";
import { Failure, oneLine, phrasesOf, type SessionSummary, type Thought } from "../ledger/index.ts";
import { noteErasure } from "../store/erasure-journal.ts";
import { ownerTag } from "../store/owner-ids.ts";
import { allThoughts, type Store } from "../store/port.ts";
import { needAll } from "./edit.ts";
import { type ErasedExport, eraseExports } from "./erase-exports.ts";
import { createQuoteEraser, type ErasedTexts, eraseQuotes, type QuoteEraser } from "./erase-quotes.ts";

/** The longest reason of a redaction. */
const LONGEST_REASON = 500;
/** Sessions are compared with other texts in parts of this many characters. */
const LONGEST_PART = 2_000_000;

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
  /** How many exported files were changed or deleted. */
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
  const erased: ErasedTexts = {
    phrases: phrasesOf(textsOf(found)),
    owner: session!.owner,
    isErased: (sessionId, at) => (sessionId === session!.id && at === seq) || isOneOf(merges, sessionId, at),
  };
  const eraser = createQuoteEraser(store, erased);
  const repeats = await repeatsOf(merges, eraser);
  noteErasure(context.dataHome, { session: session!.id, owner: context.owner, seq, by, at: redactedAt });
  const quotes = await eraseQuotes(store, eraser, session!.owner);
  const ids = new Set([found.id]);
  const exports = await eraseFiles(context, session!, { eraser, ids });
  const thought = await store.redactThought(session!.id, seq, redaction);
  for (const one of repeats) await store.redactThought(one.sessionId, one.seq, redaction);
  return { thought, quotes, exports, scrubbed: await store.scrub() };
}

/** Deletes sessions for good: all of them, or none if one is unknown or named twice. */
export async function deleteSessions(
  context: EraseContext,
  ids: readonly string[],
): Promise<Erasure & { readonly deleted: readonly string[] }> {
  const { store, dataHome, by } = context;
  const sessions = await needAll(store, ids);
  let [quotes, exports] = [0, 0];
  for (const session of sessions) {
    const parts = await Array.fromAsync(partsOf(store, session));
    const merges = await findMerges(store, session);
    noteErasure(dataHome, { session: session.id, owner: context.owner, by, at: new Date().toISOString() });
    await store.deleteSession(session.id, by);
    for (const { texts, ids: thoughtIds } of parts) {
      const isErased = (sessionId: string, at: number) =>
        sessionId === session.id || isOneOf(merges, sessionId, at);
      const eraser = createQuoteEraser(store, { phrases: phrasesOf(texts), owner: session.owner, isErased });
      quotes += await eraseQuotes(store, eraser, session.owner);
      exports += await eraseFiles(context, session, { eraser, ids: thoughtIds, whole: true });
    }
    const redaction = {
      redactedAt: new Date().toISOString(),
      by,
      reason: "A session that it cites was deleted.",
    };
    for (const one of merges) await store.redactThought(one.sessionId, one.seq, redaction);
  }
  return { deleted: sessions.map(({ id }) => id), quotes, exports, scrubbed: await store.scrub() };
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

/** Erases from the exports of the caller, and for an operator also from those of the session's owner. */
async function eraseFiles(
  { home, owner }: EraseContext,
  session: SessionSummary,
  erased: Pick<ErasedExport, "eraser" | "ids" | "whole">,
): Promise<number> {
  const here = await eraseExports(home, {
    ...erased,
    sessionId: session.id,
    isShared: session.owner !== undefined,
  });
  if (owner !== undefined || session.owner === undefined) return here;
  const theirs = join(home, "principals", ownerTag(session.owner));
  return here + (await eraseExports(theirs, { ...erased, sessionId: session.id, isShared: false }));
}

/** The texts of a session, in parts that fit into memory. */
async function* partsOf(store: Store, session: SessionSummary) {
  let texts = [session.title, session.description ?? ""];
  let ids = new Set<string>();
  let length = 0;
  for await (const thought of allThoughts(store, session.id)) {
    ids.add(thought.id);
    if (!thought.redaction) texts.push(...textsOf(thought));
    length += thought.content.length;
    if (length < LONGEST_PART) continue;
    yield { texts, ids };
    [texts, ids, length] = [[], new Set(), 0];
  }
  yield { texts, ids };
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
