import type { Draft } from "./draft.ts";
import { Failure } from "./failure.ts";

/** As much of an earlier thought as placing another one needs. */
export interface Placed {
  readonly id: string;
  readonly number: number;
  readonly total: number;
  readonly branchId: string;
}

/** The lane of thoughts that carry no branch id. */
export const MAIN_LANE = "";

/** What a backend must look up, each by an index, before a draft can be placed. */
export interface Surroundings {
  /** The lane's last thought; absent for a new lane. */
  readonly tail?: Placed;
  /** The session's last thought in any lane. */
  readonly latest?: Placed;
  /** The thought that `branchFrom` names, looked up only for a lane that is new. */
  readonly fork?: Placed;
  /** The thought that `revises` names. */
  readonly revised?: Placed;
}

/** A draft with its place in the session decided; `warnings` tell the author what was decided for them. */
export interface Placement {
  readonly number: number;
  readonly total: number;
  readonly parentId?: string;
  readonly isRevision: boolean;
  readonly revises?: number;
  readonly revisesId?: string;
  readonly warnings: readonly string[];
}

/** The lane of a draft. A fork without a name gets one that is free: `branch-3` for the session's third branch. */
export function laneOf(draft: Draft, branchCount: () => number, exists: (lane: string) => boolean): string {
  if (draft.branchId !== undefined && draft.branchId !== "") return draft.branchId;
  if (draft.branchFrom === undefined) return MAIN_LANE;
  let ordinal = branchCount() + 1;
  while (exists(`branch-${ordinal}`)) ordinal++;
  return `branch-${ordinal}`;
}

/** Decides number, total, parent and revised thought of a draft. Pure: backends do the looking up. */
export function place(draft: Draft, lane: string, around: Surroundings): Placement {
  const warnings: string[] = [];
  const parent = around.tail ?? (lane === MAIN_LANE ? undefined : (around.fork ?? around.latest));
  const number = draft.number ?? (parent?.number ?? 0) + 1;
  const total = Math.max(draft.total ?? around.latest?.total ?? number, number);
  if (draft.branchFrom !== undefined && (draft.branchId ?? "") === "")
    warnings.push(`This branch was named '${lane}': send branchId: ${JSON.stringify(lane)} to go on in it.`);
  const isRevision = draft.isRevision === true || draft.revises !== undefined;
  const revised = isRevision ? (draft.revises === undefined ? around.tail : around.revised) : undefined;
  if (isRevision && draft.revises === undefined)
    warnings.push(
      revised
        ? `No revisesThought was given: taken as a revision of thought ${revised.number}. Send revisesThought to name another.`
        : "No revisesThought was given and there is no earlier thought to revise: recorded as a plain thought.",
    );
  return {
    number,
    total,
    ...(parent && { parentId: parent.id }),
    isRevision: revised !== undefined,
    ...(revised && { revises: revised.number, revisesId: revised.id }),
    warnings,
  };
}

/** The warning for a number that its lane already has. */
export function repeatedNumber(number: number): string {
  return `Thought ${number} was recorded before and both are kept. To change an earlier thought, send isRevision: true and revisesThought: ${number}.`;
}

/** The refusal for a reference to a thought that does not exist. */
export function thoughtNotFound(
  field: string,
  number: number,
  existing: readonly number[],
  more: boolean,
): Failure {
  return new Failure("THOUGHT_NOT_FOUND", {
    field,
    number,
    existing: ranges(existing) + (more ? ", …" : ""),
  });
}

function ranges(numbers: readonly number[]): string {
  const parts: string[] = [];
  for (let i = 0; i < numbers.length; ) {
    let end = i;
    while (end + 1 < numbers.length && numbers[end + 1] === numbers[end]! + 1) end++;
    parts.push(end === i ? `${numbers[i]}` : `${numbers[i]}-${numbers[end]}`);
    i = end + 1;
  }
  return parts.join(", ");
}
