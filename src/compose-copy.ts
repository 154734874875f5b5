import { join } from "node:path";
import type { CopyDirection } from "./cli/command.ts";
import { ConfigError } from "./config/load.ts";
import type { Config } from "./config/schema.ts";
import { type CopyStep, type CopySummary, copyStore } from "./store/copy/copy-store.ts";
import { openCopySource, openCopyTarget } from "./store/open.ts";

/** Copies a whole ledger between the database file and the PostgreSQL database of a configuration. */
export async function copyLedger(
  { database, databaseUrl }: Config,
  home: string,
  direction: CopyDirection,
  onStep: (step: CopyStep) => void,
): Promise<CopySummary> {
  if (databaseUrl === undefined)
    throw new ConfigError("DATABASE_URL: the address of the PostgreSQL database is missing");
  const places = [{ file: database ?? join(home, "clew.db") }, { databaseUrl }] as const;
  const [from, to] = direction === "sqlite-to-postgres" ? places : places.toReversed();
  const source = await openCopySource(from!);
  try {
    const target = await openCopyTarget(to!);
    try {
      return await copyStore(source, target, onStep);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
