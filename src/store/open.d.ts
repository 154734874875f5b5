import { type Clock } from "./clock.ts";
import type { Store } from "./port.ts";
/** Where a ledger lives. */
export type StoreLocation = 
/** A data home: the ledger is `clew.db` in it. */
{
    readonly home: string;
}
/** A database file by name. */
 | {
    readonly file: string;
}
/** This process only; gone when it ends. */
 | {
    readonly memory: true;
};
/** Opens a ledger, making it when it is not there. Without a location: the data home in the user's folder. */
export declare function openStore(location?: StoreLocation, clock?: Clock): Promise<Store>;
