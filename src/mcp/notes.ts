import type { CallToolResult } from "@modelcontextprotocol/server";
import { type CarriedNote, carriedNote, noteBlock } from "../ledger/index.ts";
import type { Sessions } from "../sessions/index.ts";
import type { Caller, ToolProgress } from "./define.ts";

/** Finds out which session a call uses by observing its use cases. */
export interface SessionTrace {
  /** The use cases, for one call. */
  readonly sessions: Sessions;
  /** The session that the call recorded in or used last. */
  readonly found: () => { readonly id: string; readonly mayHaveNotes: boolean } | undefined;
  /** The session that the call recorded a thought in. */
  readonly recordedIn: () => string | undefined;
  /** A person may have written a note after the thought was recorded. */
  readonly expectNotes: () => void;
}

/** Observes which session a call uses. A recorded thought decides, and knows whether notes may wait. */
export function traceSession(sessions: Sessions): SessionTrace {
  let used: string | undefined;
  let recorded: { readonly id: string; readonly mayHaveNotes: boolean } | undefined;
  const use = <T extends string | undefined>(id: T): T => {
    used = id ?? used;
    return id;
  };
  return {
    expectNotes() {
      recorded = recorded && { ...recorded, mayHaveNotes: true };
    },
    recordedIn: () => recorded?.id,
    found: () => recorded ?? (used === undefined ? undefined : { id: used, mayHaveNotes: true }),
    sessions: {
      ...sessions,
      async record(...given) {
        const result = await sessions.record(...given);
        const { steered = false, replayed, thought } = result;
        recorded = { id: thought.sessionId, mayHaveNotes: steered || replayed };
        return result;
      },
      async think(...given) {
        const result = await sessions.think(...given);
        recorded = { id: result.recordedIn, mayHaveNotes: result.steered || result.replayed };
        return result;
      },
      async location(...given) {
        const location = await sessions.location(...given);
        use(location.session?.id);
        return location;
      },
      async startNew(...given) {
        const session = await sessions.startNew(...given);
        use(session.id);
        return session;
      },
      async exportChain(...given) {
        const exported = await sessions.exportChain(...given);
        use(exported.sessionId);
        return exported;
      },
      search(query) {
        use(query.sessionId);
        return sessions.search(query);
      },
      analyse: (id) => sessions.analyse(use(id)),
      brief: (id, maxTokens) => sessions.brief(use(id), maxTokens),
      exportText: (id, format) => sessions.exportText(use(id), format),
      page: (id, after) => sessions.page(use(id), after),
    },
  };
}

/** The result of a successful call together with the notes that wait on its session. */
export async function withNotes(
  result: CallToolResult,
  { found, sessions }: SessionTrace,
  caller: Caller,
  progress: ToolProgress,
): Promise<CallToolResult> {
  if (result.isError) return result;
  const on = sessionOf(result, { found }, caller);
  if (on && !on.mayHaveNotes) return result;
  const author = caller.author();
  const sessionId = on?.id ?? (await sessions.current(author));
  if (sessionId === undefined) return result;
  const { notes, more } = await sessions.takeNotes(sessionId, author.idempotency, progress);
  if (notes.length === 0) return result;
  const answer = (result.structuredContent ?? {}) as { readonly notes?: unknown };
  const listed = Array.isArray(answer.notes) ? (answer.notes as readonly CarriedNote[]) : [];
  const known = new Set(listed.map(({ id }) => id));
  const blocks = notes.map(noteBlock);
  if (more > 0) blocks.push(`${more} more ${more === 1 ? "note waits" : "notes wait"} for your next call.`);
  return {
    ...result,
    content: [...result.content, ...blocks.map((text) => ({ type: "text" as const, text }))],
    structuredContent: {
      ...answer,
      // An answer may list unanswered notes itself.
      notes: [...listed, ...notes.map(carriedNote).filter(({ id }) => !known.has(id))],
    },
  };
}

/** The session that a call names in its arguments or answer, and whether notes may be waiting there. */
export function sessionOf(
  { structuredContent }: CallToolResult,
  { found }: Pick<SessionTrace, "found">,
  { rawArguments }: Caller,
): { readonly id: string; readonly mayHaveNotes: boolean } | undefined {
  return found() ?? namedIn(structuredContent) ?? namedIn(rawArguments);
}

/** The session that an answer or the arguments of a call name. */
function namedIn(value: unknown): { readonly id: string; readonly mayHaveNotes: boolean } | undefined {
  const { sessionId, session_id: id = sessionId } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof id === "string" && id !== "" ? { id, mayHaveNotes: true } : undefined;
}
