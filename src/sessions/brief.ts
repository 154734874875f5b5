import { type Brief, brief, sessionIdFor } from "../ledger/index.ts";
import { allThoughts, type Store } from "../store/port.ts";
import { sessionNotFound } from "./record.ts";

/** The brief of a session by its id. */
export async function briefSession(store: Store, sessionId: string, maxTokens?: number): Promise<Brief> {
  const session = await store.session(sessionIdFor(sessionId));
  if (!session) throw sessionNotFound(sessionId);
  return brief(session, allThoughts(store, session.id), maxTokens);
}
