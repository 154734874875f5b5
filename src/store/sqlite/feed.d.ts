import type { DatabaseSync } from "node:sqlite";
import type { Change } from "../../ledger/index.ts";
/** The one global order of writes: thoughts, and changes of sessions. */
export declare function createFeed(db: DatabaseSync): {
    /** The position of the newest write. */
    position: () => number;
    /** Notes a change of a session; it must run inside a write transaction. */
    noteSession: (sessionId: string) => void;
    /** Writes after a position, oldest first. */
    after(from: number, limit: number): Change[];
};
/** The feed of one connection. */
export type Feed = ReturnType<typeof createFeed>;
