import { type AppendResult, boundHandle, type Draft, Failure } from "../../../ledger/index.ts";
import { BoundedMap } from "../../../primitives/bounded-map.ts";
import { createKeyedLock } from "../../../primitives/keyed-lock.ts";
import type { Clock } from "../../clock.ts";
import { type Database, type Queryable, wasNotReached } from "../database.ts";
import { isBroken, isRepeatable, isTaken } from "../failures.ts";
import { holdTarget } from "../hold-target.ts";
import { appendStatement } from "./append-statement.ts";
import { continuedSession } from "./client-places.ts";
import { type Entry, prepareEntry } from "./entry.ts";
import { handleKey } from "./handle-table.ts";
import { type Head, holdSession, isContinuedBy, readHead } from "./head.ts";
import { findAppendResult } from "./idempotency.ts";

/** How many sessions and handles are remembered between two of their thoughts. */
const REMEMBERED = 10_000;

/**
 * Makes the function that places and writes one draft. What was last known of the session is taken as true, and the
 * statement that writes proves it: in the usual case it is the only one. Whoever was too late reads again; whoever is too
 * late once more, or cannot tell whether a write was done, has the session for itself meanwhile.
 */
export function createAppend(
  db: Database,
  clock: Clock,
  onAppend: () => void,
): (draft: Draft) => Promise<AppendResult> {
  const inTurnOfHandle = createKeyedLock();
  const inTurnOfSession = createKeyedLock();
  const heads = new BoundedMap<string, Head>(REMEMBERED, "insertion");
  const open = new BoundedMap<string, string>(REMEMBERED, "insertion");

  /** The session of a draft as far as is known; undefined when its handle has none open. */
  async function findSession(draft: Draft): Promise<string | undefined> {
    const { target } = draft;
    if ("sessionId" in target) return target.sessionId;
    if ("client" in target)
      return target.mayContinue ? continuedSession(db, target.client, draft) : undefined;
    const known = open.get(target.handle);
    if (known !== undefined) return known;
    const [row] = await db.query("SELECT session_id FROM clew.handle WHERE handle = $1", [
      handleKey(target.handle),
    ]);
    return (row?.session_id as string | null | undefined) ?? undefined;
  }

  function remember({ target }: Draft, { thought, after, unbind }: Entry): void {
    const handle = boundHandle(target);
    heads.set(thought.sessionId, after);
    if (handle !== undefined && unbind === undefined) open.set(handle, thought.sessionId);
    else if (handle !== undefined) open.delete(handle);
  }

  function forget({ target }: Draft, sessionId: string): void {
    heads.delete(sessionId);
    if ("handle" in target) open.delete(target.handle);
  }

  /** Writes a draft to a session that is as it is known to be; undefined when it is not so, or cannot be told. */
  async function writeIfSame(
    sessionId: string,
    draft: Draft,
    id: string,
    doubtful: Entry[],
  ): Promise<Entry | undefined> {
    const { target } = draft;
    const remembered = heads.get(sessionId);
    const before = remembered ?? (await readHead(db, sessionId));
    const isBound = "handle" in target;
    if (!before || (isBound && before.status !== "active" && !target.continues)) return undefined;
    if (draft.owner !== undefined && before.owner !== draft.owner) return undefined;
    if ("client" in target && !isContinuedBy(before, draft)) return undefined;
    try {
      const where = { sessionId, before, opened: false, isBound };
      const entry = await prepareEntry(db, draft, where, id, clock.now());
      if (await isSent(entry, doubtful)) return entry;
    } catch (error) {
      if (wasNotReached(error)) throw error;
      // A refusal counts when it is about the session as it is now.
      if (!isRepeatable(error) && !(remembered && error instanceof Failure)) throw error;
    }
    return undefined;
  }

  async function isSent(entry: Entry, doubtful: Entry[]): Promise<boolean> {
    const { text, values } = appendStatement(entry);
    try {
      return (await db.write(text, values)) > 0;
    } catch (error) {
      if (!isBroken(error) || wasNotReached(error)) throw error;
      doubtful.push(entry);
      return false;
    }
  }

  /** Writes a draft while its session and handle are held; opens the session when there is none. */
  async function writeHeld(
    draft: Draft,
    id: string,
    doubtful: readonly Entry[] = [],
  ): Promise<Entry | AppendResult> {
    let entry: Entry | undefined;
    return db.transaction(
      async (tx) => {
        const written = await findWritten(tx, doubtful);
        if (written) return written;
        const kept = draft.idempotency && (await findAppendResult(tx, draft.idempotency));
        if (kept) return kept;
        const now = clock.now();
        const where = await holdTarget(tx, draft, now);
        entry = await prepareEntry(tx, draft, where, id, now);
        const { text, values } = appendStatement(entry);
        if ((await tx.write(text, values)) === 0) throw new Error("A held session was written to.");
        return entry;
      },
      async (rows) => entry !== undefined && isWritten(rows, entry),
    );
  }

  async function writeInTurn(sessionId: string, draft: Draft, id: string): Promise<AppendResult> {
    const doubtful: Entry[] = [];
    // Once with what is remembered, if anything is, and once with what is read.
    for (let isRead = false; !isRead && doubtful.length === 0; ) {
      isRead = heads.get(sessionId) === undefined;
      const entry = await writeIfSame(sessionId, draft, id, doubtful);
      if (entry) return finish(draft, entry);
      forget(draft, sessionId);
    }
    return finish(draft, await writeHeld(draft, id, doubtful));
  }

  function finish(draft: Draft, done: Entry | AppendResult): AppendResult {
    if ("replayed" in done) return done;
    remember(draft, done);
    onAppend();
    return done.result;
  }

  async function write(draft: Draft): Promise<AppendResult> {
    const id = clock.newId(clock.now());
    try {
      const sessionId = await findSession(draft);
      if (sessionId === undefined) return finish(draft, await writeHeld(draft, id));
      return await inTurnOfSession(sessionId, () => writeInTurn(sessionId, draft, id));
    } catch (error) {
      const mayBeRepeat = draft.idempotency && (error instanceof Failure || isTaken(error));
      const kept = mayBeRepeat ? await findAppendResult(db, draft.idempotency!) : undefined;
      if (kept) return kept;
      throw error;
    }
  }

  return (draft) =>
    "handle" in draft.target ? inTurnOfHandle(draft.target.handle, () => write(draft)) : write(draft);
}

/** The one of these entries that was written after all; none of them can be written any more after that. */
async function findWritten(tx: Queryable, doubtful: readonly Entry[]): Promise<Entry | undefined> {
  for (const entry of doubtful) {
    await holdSession(tx, entry.thought.sessionId);
    if (await isWritten(tx, entry)) return entry;
  }
  return undefined;
}

async function isWritten(db: Queryable, { thought }: Entry): Promise<boolean> {
  const rows = await db.query("SELECT 1 FROM clew.thought WHERE session_id = $1 AND seq = $2 AND id = $3", [
    thought.sessionId,
    thought.seq,
    thought.id,
  ]);
  return rows.length > 0;
}
