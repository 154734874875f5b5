import { join } from "node:path";
import type { CopyDirection } from "../cli/command.ts";
import { ConfigError } from "../config/load.ts";
import type { Config } from "../config/schema.ts";
import { type CopyStep, type CopySummary, copyStore } from "../store/copy/copy-store.ts";
import { openCopySource, openCopyTarget } from "../store/open.ts";

/** Copies a whole ledger between the configured database file and the configured PostgreSQL database. */
export async function copyLedger(
  { database, databaseUrl }: Config,
  home: string,
  direction: CopyDirection,
  onStep: (step: CopyStep) => void,
): Promise<CopySummary> {
  if (databaseUrl === undefined)
    throw new ConfigError("DATABASE_URL: the address of the PostgreSQL database is missing");
  const file = { file: database ?? join(home, "clew.db") };
  const isUp = direction === "sqlite-to-postgres";
  const source = await openCopySource(isUp ? file : { databaseUrl });
  try {
    const target = await openCopyTarget(isUp ? { databaseUrl } : file);
    try {
      return await copyStore(source, target, onStep);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
