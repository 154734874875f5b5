import type { DatabaseSync } from "node:sqlite";
import { type NewSession } from "../../ledger/index.ts";
import type { Clock } from "../clock.ts";
import type { SessionChanges, SessionFilter, SessionState } from "../port.ts";
import type { Feed } from "./feed.ts";
/** The session table; `create` and `change` must run inside a write transaction. */
export type SessionTable = ReturnType<typeof createSessionTable>;
/** Prepares the statements on sessions. */
export declare function createSessionTable(db: DatabaseSync, feed: Feed, clock: Clock): {
    find: (id: string) => SessionState | undefined;
    create(session: NewSession): SessionState;
    change(id: string, changes: SessionChanges): SessionState;
    list(filter: SessionFilter): SessionState[];
};
