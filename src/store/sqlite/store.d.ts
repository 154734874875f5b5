import { type Clock } from "../clock.ts";
import type { Store } from "../port.ts";
/** Opens the ledger in a SQLite file; `:memory:` keeps it in this process only. */
export declare function openSqliteStore(file: string, clock?: Clock): Promise<Store>;
