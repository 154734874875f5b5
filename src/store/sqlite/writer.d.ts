import type { DatabaseSync } from "node:sqlite";
/** Runs a piece of work inside a write transaction; the promise resolves when it is on disk. */
export type Write = <T>(work: () => T) => Promise<T>;
/**
 * Makes the one writer of a connection. Work that arrives while a commit is due shares it, so many callers cost one
 * synchronisation with the disk; each piece fails or succeeds by itself.
 */
export declare function createWriter(db: DatabaseSync, afterCommit: () => void): Write;
