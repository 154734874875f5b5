import type { Thought } from "../../ledger/index.ts";
import type { SessionState } from "../port.ts";
type Row = Record<string, unknown>;
/** The columns of a thought, without its internal position. */
export declare const THOUGHT_COLUMNS: string;
/** A thought from its row. */
export declare function toThought(row: Row): Thought;
/** A session from its row. */
export declare function toSession(row: Row): SessionState;
export {};
