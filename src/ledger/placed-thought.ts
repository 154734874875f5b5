import type { Draft } from "./draft.ts";
import { MAIN_LANE, type Placement } from "./place.ts";
import type { Thought } from "./thought.ts";

/** The thought that a draft becomes in its place. */
export function placedThought(
  draft: Draft,
  sessionId: string,
  lane: string,
  placement: Placement,
  { id, seq, now }: { readonly id: string; readonly seq: number; readonly now: number },
): Thought {
  return {
    id,
    sessionId,
    seq,
    number: placement.number,
    total: placement.total,
    content: draft.content,
    ...(lane !== MAIN_LANE && { branchId: lane }),
    ...(draft.branchFrom !== undefined && { branchFrom: draft.branchFrom }),
    isRevision: placement.isRevision,
    ...(placement.revises !== undefined && { revises: placement.revises }),
    ...(placement.revisesId !== undefined && { revisesId: placement.revisesId }),
    nextThoughtNeeded: draft.nextThoughtNeeded,
    ...(draft.confidence !== undefined && { confidence: draft.confidence }),
    mode: draft.mode,
    source: draft.source,
    ...(draft.author !== undefined && { author: draft.author }),
    ...(placement.parentId !== undefined && { parentId: placement.parentId }),
    metadata: draft.metadata ?? {},
    createdAt: new Date(now).toISOString(),
  };
}
