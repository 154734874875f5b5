import type { DatabaseSync } from "node:sqlite";
/** The schema version that this code reads and writes. */
export declare const SCHEMA_VERSION: number;
/** Brings the schema up to date in one transaction; refuses a database that is newer, or not ours. */
export declare function migrate(db: DatabaseSync, migrations?: readonly string[]): void;
/** Refuses a database that a newer Clew or another program made; an empty one may become ours. */
export declare function refuse(db: DatabaseSync, known?: number): void;
