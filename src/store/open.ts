import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { Jobs } from "../jobs/jobs.ts";
import { Failure } from "../ledger/index.ts";
import type { Clock } from "./clock.ts";
import type { CopySource, CopyTarget } from "./copy/port.ts";
import { repeatErasures } from "./erasure-journal.ts";
import type { Store } from "./port.ts";
import type { OpenPeers } from "./postgres/peers/peers.ts";
import type { StartWaiting } from "./postgres/when-reachable.ts";

export type { StartWaiting } from "./postgres/when-reachable.ts";

/** The location of a ledger. */
export type StoreLocation =
  /** A data home, which contains the ledger as `clew.db`. */
  | { readonly home: string }
  /** A SQLite file. */
  | { readonly file: string }
  /** A PostgreSQL database by its URL, with a pool of 5 connections by default. */
  | { readonly databaseUrl: string; readonly maxConnections?: number }
  /** Memory of this process. */
  | { readonly memory: true };

/**
 * Opens a ledger, and creates it if it does not exist. Without a location, it is in the data home in the user's folder.
 * Without a clock, SQLite uses the machine's and PostgreSQL the database's.
 */
export async function openStore(
  location: StoreLocation = { home: join(homedir(), ".thoughtbox") },
  clock?: Clock,
): Promise<Store> {
  if ("databaseUrl" in location) {
    const { openPostgresStore } = await import("./postgres/store.ts");
    return openPostgresStore(location.databaseUrl, location, clock);
  }
  const { openSqliteStore } = await import("./sqlite/store.ts");
  if ("memory" in location) return openSqliteStore(":memory:", clock);
  const file = "file" in location ? location.file : join(location.home, "clew.db");
  const store = await openSqliteStore(file, clock);
  try {
    await repeatErasures(store, dirname(file)).catch(unlessUnwritable);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** On a read-only disk the ledger opens as it is. */
function unlessUnwritable(error: unknown): void {
  if (!(error instanceof Failure && ["STORE_READ_ONLY", "STORE_FULL", "STORE_BUSY"].includes(error.code)))
    throw error;
}

/**
 * Calls `open` as soon as the database server is reachable, for at most a minute; at once for a file. Returns undefined if
 * the wait was stopped.
 */
export async function openAtStart<T>(
  location: StoreLocation,
  open: () => Promise<T>,
  waiting: StartWaiting,
): Promise<T | undefined> {
  if (!("databaseUrl" in location)) return open();
  const { whenReachable } = await import("./postgres/when-reachable.ts");
  return whenReachable(location.databaseUrl, open, waiting);
}

/** Connects to the other servers on a PostgreSQL database. Opens at most three connections of its own. */
export async function openPeers(databaseUrl: string, onError?: (error: unknown) => void): Promise<OpenPeers> {
  const { openPostgresPeers } = await import("./postgres/peers/peers.ts");
  return openPostgresPeers(databaseUrl, onError);
}

/** Connects to the job queue in a PostgreSQL database. Opens at most five connections of its own. */
export async function openJobs(
  databaseUrl: string,
  report?: (event: string, error: unknown) => void,
  signal?: AbortSignal,
): Promise<Jobs> {
  const { openPostgresJobs } = await import("./postgres/jobs/open-jobs.ts");
  return openPostgresJobs(databaseUrl, report, signal);
}

/** The locations that a ledger can be copied from and to. */
export type CopyLocation = { readonly file: string } | { readonly databaseUrl: string };

/** Opens a snapshot of a ledger for copying. */
export async function openCopySource(location: CopyLocation): Promise<CopySource> {
  if ("file" in location)
    return (await import("./sqlite/copy-source.ts")).openSqliteCopySource(location.file);
  return (await import("./postgres/copy-source.ts")).openPostgresCopySource(location.databaseUrl);
}

/** Opens the target of a copy. It must be empty or contain an unfinished copy. */
export async function openCopyTarget(location: CopyLocation): Promise<CopyTarget> {
  if ("file" in location)
    return (await import("./sqlite/copy-target.ts")).openSqliteCopyTarget(location.file);
  return (await import("./postgres/copy-target.ts")).openPostgresCopyTarget(location.databaseUrl);
}

/** Copies the ledger in a SQLite file to another file, while others may write to it. Returns the size of the copy. */
export async function backUp(file: string, to: string): Promise<{ readonly bytes: number }> {
  return (await import("./sqlite/back-up.ts")).backUp(file, to);
}
