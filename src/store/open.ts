import { homedir } from "node:os";
import { join } from "node:path";
import { type Clock, systemClock } from "./clock.ts";
import type { Store } from "./port.ts";

/** Where a ledger lives. */
export type StoreLocation =
  /** A data home: the ledger is `clew.db` in it. */
  | { readonly home: string }
  /** A database file by name. */
  | { readonly file: string }
  /** This process only; gone when it ends. */
  | { readonly memory: true };

/** Opens a ledger, making it when it is not there. Without a location: the data home in the user's folder. */
export async function openStore(
  location: StoreLocation = { home: join(homedir(), ".thoughtbox") },
  clock: Clock = systemClock,
): Promise<Store> {
  const { openSqliteStore } = await import("./sqlite/store.ts");
  if ("memory" in location) return openSqliteStore(":memory:", clock);
  return openSqliteStore("file" in location ? location.file : join(location.home, "clew.db"), clock);
}
