import { type Draft, findSession, type NewSession, type SessionLookups } from "../../ledger/index.ts";
import { runAsync } from "../../primitives/steps.ts";
import { indexKey } from "../index-key.ts";
import type { Queryable } from "./database.ts";
import { addChange } from "./ledger/feed.ts";
import { continuedSession } from "./ledger/handles.ts";
import type { TargetSession } from "./ledger/pending-write.ts";
import { isContinuedBy, lockSession, readHead, type SessionHead } from "./ledger/session-head.ts";
import { createSession } from "./ledger/sessions.ts";

/**
 * Finds or opens the session of a thought and locks it until the transaction ends. Nothing may be written before that: a
 * write assigns the transaction's number, and the thought would come before earlier ones in the feed.
 */
export async function holdTarget(tx: Queryable, draft: Draft, now: number): Promise<TargetSession> {
  const { session, isBound } = await runAsync(findSession(draft, lookUpSession(tx, draft, now)));
  return { sessionId: session.id, before: session.head, opened: session.opened, isBound };
}

interface LockedSession {
  readonly id: string;
  readonly status: string;
  readonly head: SessionHead;
  readonly opened: boolean;
}

function lookUpSession(tx: Queryable, draft: Draft, now: number): SessionLookups<LockedSession> {
  const locked = (id: string, head: SessionHead, opened: boolean) => ({
    id,
    status: head.status,
    head,
    opened,
  });
  const find = async (id: string) => {
    await lockSession(tx, id);
    const head = await readHead(tx, id);
    if (!head || (draft.owner !== undefined && head.owner !== draft.owner)) return undefined;
    return locked(id, head, false);
  };
  return {
    find,
    async boundTo(handle) {
      const key = indexKey(handle);
      // The first thoughts of one handle run one after another.
      await tx.query("SELECT pg_advisory_xact_lock(clew.lock_of('@' || $1))", [key]);
      const [row] = await tx.query("SELECT session_id FROM clew.handle WHERE handle = $1", [key]);
      return (row?.session_id as string | null | undefined) ?? undefined;
    },
    async continued(client) {
      const id = await continuedSession(tx, client, draft);
      const session = id === undefined ? undefined : await find(id);
      // Another server may have written to it while this one waited for the lock.
      return session && isContinuedBy(session.head, draft) ? session : undefined;
    },
    async open(session: NewSession) {
      // The thought that is written with it marks this transaction in the feed.
      const { id } = await createSession(tx, session, now, (created) => addChange(tx, created));
      return locked(id, (await readHead(tx, id))!, true);
    },
  };
}
