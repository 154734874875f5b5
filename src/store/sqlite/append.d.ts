import type { DatabaseSync } from "node:sqlite";
import { type Draft, type Receipt } from "../../ledger/index.ts";
import type { Clock } from "../clock.ts";
import type { Feed } from "./feed.ts";
import type { SessionTable } from "./session-table.ts";
/** Makes the function that places and writes one draft; it must run inside a write transaction. */
export declare function createAppend(db: DatabaseSync, sessions: SessionTable, feed: Feed, clock: Clock): (draft: Draft) => Receipt;
