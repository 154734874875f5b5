import { type Draft, Failure, type NewSession, type Target } from "../../ledger/index.ts";
import { indexKey } from "../index-key.ts";
import type { Queryable } from "./database.ts";
import { addChange } from "./ledger/feed.ts";
import { continuedSession } from "./ledger/handles.ts";
import type { TargetSession } from "./ledger/pending-write.ts";
import { isContinuedBy, lockSession, readHead } from "./ledger/session-head.ts";
import { createSession } from "./ledger/sessions.ts";

/**
 * Finds the session that a thought goes to, or opens it, and has it for itself until the transaction ends. Nothing may be
 * written before that: the transaction would have its number, and its thought a place in the feed before earlier ones.
 */
export function holdTarget(tx: Queryable, draft: Draft, now: number): Promise<TargetSession> {
  const { target } = draft;
  if ("client" in target) return holdOfClient(tx, draft, target, now);
  return "sessionId" in target
    ? holdById(tx, target, now, draft.owner)
    : holdByHandle(tx, target, now, draft.owner);
}

async function holdOfClient(
  tx: Queryable,
  draft: Draft,
  { client, open: wanted, mayContinue }: Extract<Target, { readonly client: string }>,
  now: number,
): Promise<TargetSession> {
  const id = mayContinue ? await continuedSession(tx, client, draft) : undefined;
  const current = id === undefined ? undefined : await find(tx, id, draft.owner);
  // Another server may have written to it while this one waited for it.
  return current && isContinuedBy(current.before, draft) ? current : open(tx, wanted(), now);
}

async function holdById(
  tx: Queryable,
  { sessionId, create }: Extract<Target, { readonly sessionId: string }>,
  now: number,
  owner: string | undefined,
): Promise<TargetSession> {
  const there = await find(tx, sessionId, owner);
  if (there) return there;
  if (!create) throw new Failure("SESSION_NOT_FOUND", { sessionId });
  return open(tx, { ...create(), id: sessionId }, now);
}

async function holdByHandle(
  tx: Queryable,
  target: Extract<Target, { readonly handle: string }>,
  now: number,
  owner: string | undefined,
): Promise<TargetSession> {
  const key = indexKey(target.handle);
  // First thoughts on one handle take turns.
  await tx.query("SELECT pg_advisory_xact_lock(clew.lock_of('@' || $1))", [key]);
  const [row] = await tx.query("SELECT session_id FROM clew.handle WHERE handle = $1", [key]);
  const bound = (row?.session_id as string | null | undefined) ?? undefined;
  const current = bound === undefined ? undefined : await find(tx, bound, owner);
  if (current && (current.before.status === "active" || target.continues))
    return { ...current, isBound: true };
  return (await find(tx, target.handle, owner)) ?? open(tx, target.open(), now);
}

async function find(
  tx: Queryable,
  sessionId: string,
  owner: string | undefined,
): Promise<TargetSession | undefined> {
  await lockSession(tx, sessionId);
  const before = await readHead(tx, sessionId);
  if (owner !== undefined && before?.owner !== owner) return undefined;
  return before && { sessionId, before, opened: false };
}

async function open(tx: Queryable, session: NewSession, now: number): Promise<TargetSession> {
  // The thought that goes with it is the mark of this transaction.
  const { id } = await createSession(tx, session, now, (made) => addChange(tx, made));
  return { sessionId: id, before: (await readHead(tx, id))!, opened: true };
}
