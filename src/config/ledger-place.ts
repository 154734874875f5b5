import { join } from "node:path";
import type { Config } from "./schema.ts";

/** Where the ledger of a configuration lives. */
export type LedgerPlace =
  | { readonly file: string }
  | { readonly databaseUrl: string; readonly maxConnections: number };

/** The database that is configured. A file that is named goes before an address, which other programs read too. */
export function ledgerPlace(config: Config, home: string): LedgerPlace {
  const { database, databaseUrl, databaseMaxConnections: maxConnections } = config;
  if (databaseUrl !== undefined && database === undefined) return { databaseUrl, maxConnections };
  return { file: database ?? join(home, "clew.db") };
}

/** The place as a person may read it: no password, and the user's folder as a tilde. */
export function shownPlace(place: LedgerPlace, homeFolder: string): string {
  if ("databaseUrl" in place) {
    const { host, pathname } = new URL(place.databaseUrl);
    return `PostgreSQL ${host}${pathname}`;
  }
  const { file } = place;
  return file.startsWith(join(homeFolder, "/")) ? `~${file.slice(homeFolder.length)}` : file;
}
