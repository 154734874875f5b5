import {
  BRIEF_TOKENS,
  type Brief,
  brief,
  estimateTokens,
  type Note,
  oneLine,
  pace,
  type SessionSummary,
  sessionIdFor,
  type Thought,
} from "../ledger/index.ts";
import { allThoughts, type Store } from "../store/port.ts";
import { sessionNotFound } from "./record.ts";
import { createSessionCache } from "./session-cache.ts";

/** How many thoughts of a session a brief reads. */
const MOST_THOUGHTS = 5_000;
/** How many are read at a time. */
const PAGE = 1_000;
/** How many unanswered notes a brief shows, and how much of each. */
const MOST_NOTES = 6;
const NOTE_CHARACTERS = 300;

interface BriefOptions {
  /** Of a longer session, only the first and the newest thoughts are read. */
  readonly mostThoughts?: number;
  /** The caller shows the notes itself. */
  readonly withoutNotes?: boolean;
}

/**
 * The brief of a session by its id, with the notes that no thought has answered. Declared facts are those of the whole
 * session, however few thoughts are read.
 */
export async function briefSession(
  store: Store,
  sessionId: string,
  maxTokens?: number,
  { mostThoughts = MOST_THOUGHTS, withoutNotes = false }: BriefOptions = {},
): Promise<Brief> {
  const session = await store.session(sessionIdFor(sessionId));
  if (!session) throw sessionNotFound(sessionId);
  const notes = withoutNotes ? [] : await store.notes(session.id, { open: true, limit: MOST_NOTES });
  const budget = maxTokens ?? BRIEF_TOKENS;
  const people = peopleLines(session, notes, budget / 2);
  const declared = await store.facts(session.id);
  const thoughts = someThoughts(store, session, mostThoughts);
  if (people === "") return brief(session, thoughts, maxTokens, declared);
  const rest = await brief(session, thoughts, budget - estimateTokens(people), declared);
  const text = `${rest.brief}\n${people}`;
  return { ...rest, brief: text, tokens: estimateTokens(text) };
}

/** How many briefs are kept. */
const KEPT = 16;

/** Creates the function that returns the brief of a session by its id. Until the session changes, it is computed once. */
export function createBriefs(store: Store): (sessionId: string, maxTokens?: number) => Promise<Brief> {
  const cache = createSessionCache<Promise<Brief>>(store, KEPT);
  return async (sessionId, maxTokens = BRIEF_TOKENS) => {
    const id = sessionIdFor(sessionId);
    const key = `${maxTokens} ${id}`;
    const { kept, position } = await cache.read(id, key);
    if (kept) return kept;
    const computed = briefSession(store, id, maxTokens);
    cache.keep(key, computed, position);
    computed.catch(() => cache.drop(key));
    return computed;
  };
}

/** How many of the first thoughts are read, which say what a session is about. */
const FIRST = 10;

/** The thoughts that a brief is about. Checkpoints of compactions are none: they would be the next step after each one. */
async function* someThoughts(store: Store, session: SessionSummary, most: number): AsyncGenerator<Thought> {
  for await (const thought of readThoughts(store, session, most))
    if (thought.metadata.checkpoint === undefined) yield thought;
}

async function* readThoughts(
  store: Store,
  { id, thoughtCount }: SessionSummary,
  most: number,
): AsyncGenerator<Thought> {
  if (thoughtCount <= most) return yield* allThoughts(store, id);
  yield* await store.thoughts(id, { limit: FIRST });
  for (let after = thoughtCount - (most - FIRST); ; ) {
    const page = await store.thoughts(id, { after, limit: PAGE });
    for (const thought of page) {
      yield thought;
      await pace();
    }
    if (page.length < PAGE) return;
    after = page.at(-1)!.seq;
  }
}

/** What people wait for or say: at least one line, however small the budget. */
function peopleLines({ needsInput, needsInputOn }: SessionSummary, notes: readonly Note[], budget: number) {
  const lines = [
    ...(needsInput === undefined
      ? []
      : [`- Asked, no reply yet: ${oneLine(needsInput, NOTE_CHARACTERS)} (#${needsInputOn})`]),
    ...notes.map(({ id, on, author, text }) => {
      const where = on === null ? "" : ` on #${on}`;
      return `- ${author}${where}: ${oneLine(text, NOTE_CHARACTERS)} (note:${id})`;
    }),
  ];
  const render = (kept: number) => `**Notes from people, unanswered**\n${lines.slice(-kept).join("\n")}\n`;
  if (lines.length === 0) return "";
  let kept = lines.length;
  while (kept > 1 && estimateTokens(render(kept)) > budget) kept--;
  return render(kept);
}
