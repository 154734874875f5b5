import {
  type AppendResult,
  boundHandle,
  countsDown,
  type Draft,
  placedThought,
  type Thought,
} from "../../../ledger/index.ts";
import type { Queryable } from "../database.ts";
import { BEHIND_MS, type Head } from "./head.ts";
import { findSpot, type Spot } from "./surroundings.ts";

/** The session that a draft goes to, as far as it is known or held. */
export interface Where {
  readonly sessionId: string;
  readonly before: Head;
  readonly opened: boolean;
  /** The handle that the draft came by has this session open. */
  readonly isBound?: boolean;
}

/** A thought that is ready to be written, and what is written with it. */
export interface Entry {
  readonly thought: Thought;
  readonly now: number;
  readonly spot: Spot;
  /** What the session must still be, and what it will be. */
  readonly before: Head;
  readonly after: Head;
  /** The handle that must still have the session open. */
  readonly boundHandle?: string;
  /** The handle that has the session open from now on. */
  readonly bind?: string;
  /** The handle that has it open no more. */
  readonly unbind?: string;
  readonly idempotency?: Draft["idempotency"];
  readonly result: AppendResult;
}

/** Places a draft and makes everything that is to be written; it only reads. */
export async function prepareEntry(
  db: Queryable,
  draft: Draft,
  where: Where,
  id: string,
  now: number,
): Promise<Entry> {
  const { sessionId, before, opened } = where;
  const spot = await findSpot(db, sessionId, before, draft);
  const seq = before.lastSeq + 1;
  const thought = placedThought(draft, sessionId, spot.lane, spot, { id, seq, now });
  const closed = !draft.nextThoughtNeeded;
  return {
    thought,
    now,
    spot,
    before,
    after: headAfter(before, thought, spot, now),
    ...handleChanges(draft, where, closed),
    idempotency: draft.idempotency,
    result: {
      thought,
      opened,
      closed,
      branches: spot.branches,
      thoughtCount: seq,
      windowStart: before.windowStart,
      warnings: spot.warnings,
      replayed: false,
    },
  };
}

function headAfter(before: Head, thought: Thought, spot: Spot, now: number): Head {
  const { id, number, total } = thought;
  return {
    ...before,
    lastSeq: thought.seq,
    status: thought.nextThoughtNeeded ? "active" : "completed",
    touchedAt: now - before.touchedAt > BEHIND_MS ? now : before.touchedAt,
    branchCount: before.branchCount + (spot.begins ? 1 : 0),
    latest: { id, number, total, branchId: spot.lane },
    highest: Math.max(before.highest, number),
    branches: spot.branches,
    ...(before.countsDown !== undefined && { countsDown: countsDown(number, before.latest) }),
  };
}

function handleChanges(
  { target }: Draft,
  { isBound = false }: Where,
  closed: boolean,
): Pick<Entry, "boundHandle" | "bind" | "unbind"> {
  const handle = boundHandle(target);
  if (handle === undefined) return {};
  const guard = isBound ? { boundHandle: handle } : {};
  if (closed && !("handle" in target && target.continues)) return { ...guard, unbind: handle };
  return isBound ? guard : { bind: handle };
}
