import { type AppendResult, boundHandle, type Draft, Failure } from "../../../ledger/index.ts";
import { BoundedMap } from "../../../primitives/bounded-map.ts";
import { createKeyedLock } from "../../../primitives/keyed-lock.ts";
import type { Clock } from "../../clock.ts";
import { indexKey } from "../../index-key.ts";
import { type Database, type Queryable, wasNotReached } from "../database.ts";
import { isBroken, isRepeatable, isTaken } from "../failures.ts";
import { holdTarget } from "../hold-target.ts";
import { appendStatement } from "./append-statement.ts";
import { continuedSession } from "./handles.ts";
import { findAppendResult } from "./idempotency.ts";
import { type PendingWrite, prepareWrite } from "./pending-write.ts";
import { isContinuedBy, lockSession, readHead, type SessionHead } from "./session-head.ts";

/** How many session heads and handles to cache. */
const MAX_CACHED = 10_000;

/**
 * Creates the function that places and writes drafts. It assumes that the cached head of the session is current, and the
 * append statement checks it: usually this is the only statement. If another server was faster, it reads the head and
 * tries again; if that fails too, or if the outcome of a write is unknown, it locks the session first.
 */
export function createAppend(
  db: Database,
  clock: Clock,
  onAppend: () => void,
): (draft: Draft) => Promise<AppendResult> {
  const lockedHandle = createKeyedLock();
  const lockedSession = createKeyedLock();
  const heads = new BoundedMap<string, SessionHead>(MAX_CACHED, "insertion");
  const open = new BoundedMap<string, string>(MAX_CACHED, "insertion");

  /** The session that a draft probably goes to; undefined if its handle has none open. */
  async function findSession(draft: Draft): Promise<string | undefined> {
    const { target } = draft;
    if ("sessionId" in target) return target.sessionId;
    if ("client" in target)
      return target.mayContinue ? continuedSession(db, target.client, draft) : undefined;
    const cached = open.get(target.handle);
    if (cached !== undefined) return cached;
    const [row] = await db.query("SELECT session_id FROM clew.handle WHERE handle = $1", [
      indexKey(target.handle),
    ]);
    return (row?.session_id as string | null | undefined) ?? undefined;
  }

  function remember({ target }: Draft, { thought, after, unbind }: PendingWrite): void {
    const handle = boundHandle(target);
    heads.set(thought.sessionId, after);
    if (handle !== undefined && unbind === undefined) open.set(handle, thought.sessionId);
    else if (handle !== undefined) open.delete(handle);
  }

  function forget({ target }: Draft, sessionId: string): void {
    heads.delete(sessionId);
    if ("handle" in target) open.delete(target.handle);
  }

  /** Writes a draft if the head is current; undefined if it is not, or if the outcome is unknown. */
  async function writeIfCurrent(
    sessionId: string,
    draft: Draft,
    id: string,
    uncertain: PendingWrite[],
  ): Promise<PendingWrite | undefined> {
    const { target } = draft;
    const cached = heads.get(sessionId);
    const before = cached ?? (await readHead(db, sessionId));
    const isBound = "handle" in target;
    if (!before || (isBound && before.status !== "active" && !target.continues)) return undefined;
    if (draft.owner !== undefined && before.owner !== draft.owner) return undefined;
    if ("client" in target && !isContinuedBy(before, draft)) return undefined;
    try {
      const session = { sessionId, before, opened: false, isBound };
      const write = await prepareWrite(db, draft, session, id, clock.now());
      if (await isWrittenBy(write, uncertain)) return write;
    } catch (error) {
      if (wasNotReached(error)) throw error;
      // A failure that is based on a cached head may be wrong.
      if (!isRepeatable(error) && !(cached && error instanceof Failure)) throw error;
    }
    return undefined;
  }

  async function isWrittenBy(write: PendingWrite, uncertain: PendingWrite[]): Promise<boolean> {
    const { text, values } = appendStatement(write);
    try {
      return (await db.write(text, values)) > 0;
    } catch (error) {
      if (!isBroken(error) || wasNotReached(error)) throw error;
      uncertain.push(write);
      return false;
    }
  }

  /** Writes a draft with its session and handle locked; opens the session if there is none. */
  async function writeLocked(
    draft: Draft,
    id: string,
    uncertain: readonly PendingWrite[] = [],
  ): Promise<PendingWrite | AppendResult> {
    let write: PendingWrite | undefined;
    return db.transaction(
      async (tx) => {
        const written = await findWritten(tx, uncertain);
        if (written) return written;
        const earlier = draft.idempotency && (await findAppendResult(tx, draft.idempotency));
        if (earlier) return earlier;
        const now = clock.now();
        write = await prepareWrite(tx, draft, await holdTarget(tx, draft, now), id, now);
        const { text, values } = appendStatement(write);
        if ((await tx.write(text, values)) === 0) throw new Error("A locked session was written to.");
        return write;
      },
      async (rows) => write !== undefined && isWritten(rows, write),
    );
  }

  async function writeTo(sessionId: string, draft: Draft, id: string): Promise<AppendResult> {
    const uncertain: PendingWrite[] = [];
    // Once with the cached head, if there is one, and once with the head from the database.
    for (let isRead = false; !isRead && uncertain.length === 0; ) {
      isRead = heads.get(sessionId) === undefined;
      const write = await writeIfCurrent(sessionId, draft, id, uncertain);
      if (write) return finish(draft, write);
      forget(draft, sessionId);
    }
    return finish(draft, await writeLocked(draft, id, uncertain));
  }

  function finish(draft: Draft, done: PendingWrite | AppendResult): AppendResult {
    if ("replayed" in done) return done;
    remember(draft, done);
    onAppend();
    return done.result;
  }

  async function append(draft: Draft): Promise<AppendResult> {
    const id = clock.newId(clock.now());
    try {
      const sessionId = await findSession(draft);
      if (sessionId === undefined) return finish(draft, await writeLocked(draft, id));
      return await lockedSession(sessionId, () => writeTo(sessionId, draft, id));
    } catch (error) {
      const mayBeRepeat = draft.idempotency && (error instanceof Failure || isTaken(error));
      const earlier = mayBeRepeat ? await findAppendResult(db, draft.idempotency!) : undefined;
      if (earlier) return earlier;
      throw error;
    }
  }

  return (draft) =>
    "handle" in draft.target ? lockedHandle(draft.target.handle, () => append(draft)) : append(draft);
}

/** The one of these writes that succeeded. With the session locked, the others cannot succeed any more. */
async function findWritten(
  tx: Queryable,
  uncertain: readonly PendingWrite[],
): Promise<PendingWrite | undefined> {
  for (const write of uncertain) {
    await lockSession(tx, write.thought.sessionId);
    if (await isWritten(tx, write)) return write;
  }
  return undefined;
}

async function isWritten(db: Queryable, { thought }: PendingWrite): Promise<boolean> {
  const rows = await db.query("SELECT 1 FROM clew.thought WHERE session_id = $1 AND seq = $2 AND id = $3", [
    thought.sessionId,
    thought.seq,
    thought.id,
  ]);
  return rows.length > 0;
}
