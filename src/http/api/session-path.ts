import * as z from "zod";
import { Failure, type SessionSummary, sessionIdFor } from "../../ledger/index.ts";
import type { Store } from "../../store/port.ts";

/** The variable of every path below a session. */
export const sessionPath = z.object({ id: z.string().describe("the session's id") });

/** The session of this id, without what only the ledger's own doors need to know of it. */
export async function needSession(store: Pick<Store, "session">, id: string): Promise<SessionSummary> {
  const found = await store.session(sessionIdFor(id));
  if (!found) throw new Failure("SESSION_NOT_FOUND", { sessionId: id.slice(0, 100).toWellFormed() });
  const { windowStart: _, ...session } = found;
  return session;
}
