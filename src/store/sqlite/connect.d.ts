import { DatabaseSync } from "node:sqlite";
/** How long an operation keeps trying while other processes hold the lock. */
export declare const PATIENCE_MS = 30000;
/** Opens the database file, making its folder and schema when they are missing; on a read-only disk for reading only. */
export declare function connect(file: string): Promise<DatabaseSync>;
