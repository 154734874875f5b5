import type { StoreLocation } from "../../src/store/open.ts";
import type { PostgresDatabases } from "./postgres.ts";

/**
 * Whether tests run against a deployment: where they would start one server on a data home, three servers start on one
 * PostgreSQL database behind a proxy, and every other process on that home uses the same database.
 */
export const isDeployment = process.env.CLEW_TEST_DEPLOYMENT === "on";

const databases = new Map<string, Promise<string>>();
const urls = new Map<string, string>();
let server = async (): Promise<PostgresDatabases> => {
  // Programs outside Vitest import this module, too.
  const { sharedServer } = await import("./postgres-ledger.ts");
  return (await sharedServer()).server;
};

/** Puts the ledgers of the following deployments on another server than the shared one. */
export function useLedgerServer(other: PostgresDatabases): void {
  server = async () => other;
}

/** Creates the database of a data home before any process runs on it. Does nothing outside a deployment. */
export async function prepareLedger(home: string): Promise<void> {
  if (!isDeployment) return;
  let database = databases.get(home);
  if (!database) {
    database = server().then((running) => running.newDatabase());
    databases.set(home, database);
  }
  urls.set(home, await database);
}

/** The environment that points a process to the ledger of a data home, which must have been prepared. */
export function ledgerVariables(home: string): Readonly<Record<string, string>> {
  const url = urls.get(home);
  return url === undefined ? {} : { DATABASE_URL: url };
}

/** Where the ledger of a data home is. */
export async function ledgerLocation(home: string): Promise<StoreLocation> {
  await prepareLedger(home);
  const databaseUrl = urls.get(home);
  return databaseUrl === undefined ? { home } : { databaseUrl };
}
