import { join } from "node:path";
import type { Config } from "./schema.ts";

/** Where the ledger is: a SQLite file or a PostgreSQL database. */
export type LedgerTarget =
  | { readonly file: string }
  | { readonly databaseUrl: string; readonly maxConnections: number };

/** The configured database. `--database` takes precedence over DATABASE_URL, which other programs read too. */
export function ledgerTarget(config: Config, home: string): LedgerTarget {
  const { database, databaseUrl, databaseMaxConnections: maxConnections } = config;
  if (databaseUrl !== undefined && database === undefined) return { databaseUrl, maxConnections };
  return { file: database ?? join(home, "clew.db") };
}

/** The target as shown to a person: without a password, and with `~` for the user's home folder. */
export function describeTarget(target: LedgerTarget, homeFolder: string): string {
  if ("databaseUrl" in target) {
    const { host, pathname } = new URL(target.databaseUrl);
    return `PostgreSQL ${host}${pathname}`;
  }
  const { file } = target;
  return file.startsWith(join(homeFolder, "/")) ? `~${file.slice(homeFolder.length)}` : file;
}
