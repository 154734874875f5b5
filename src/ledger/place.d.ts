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
export declare const MAIN_LANE = "";
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
export declare function laneOf(draft: Draft, branchCount: () => number, exists: (lane: string) => boolean): string;
/** Decides number, total, parent and revised thought of a draft. Pure: backends do the looking up. */
export declare function place(draft: Draft, lane: string, around: Surroundings): Placement;
/** The warning for a number that its lane already has. */
export declare function repeatedNumber(number: number): string;
/** The refusal for a reference to a thought that does not exist. */
export declare function thoughtNotFound(field: string, number: number, existing: readonly number[], more: boolean): Failure;
