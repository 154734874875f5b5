import type { StoreLocation } from "../../src/store/open.ts";
import { type RunningPostgres, startPostgres } from "./postgres.ts";

/**
 * Whether the tests of this run have a deployment before them: where they start one server on the ledger of a data home,
 * there are three on a PostgreSQL database, behind a proxy; and every other process on that home uses the database too.
 */
export const isDeployment = process.env.CLEW_TEST_DEPLOYMENT === "on";

const databases = new Map<string, Promise<string>>();
const addresses = new Map<string, string>();
let server: Promise<RunningPostgres> | undefined;

/** Makes the database of a data home before anything runs on it; only a deployment has one. */
export async function prepareLedger(home: string): Promise<void> {
  if (!isDeployment) return;
  let database = databases.get(home);
  if (!database) {
    server ??= startPostgres();
    database = server.then((running) => running.newDatabase());
    databases.set(home, database);
  }
  addresses.set(home, await database);
}

/** The variables by which a process finds the ledger of a data home; it must have been prepared. */
export function ledgerVariables(home: string): Readonly<Record<string, string>> {
  const address = addresses.get(home);
  return address === undefined ? {} : { DATABASE_URL: address };
}

/** Where the ledger of a data home is. */
export async function ledgerPlaceOf(home: string): Promise<StoreLocation> {
  await prepareLedger(home);
  const databaseUrl = addresses.get(home);
  return databaseUrl === undefined ? { home } : { databaseUrl };
}

/** The PostgreSQL server of this run's deployments, if there are any. */
export async function deploymentDatabase(): Promise<RunningPostgres | undefined> {
  return server;
}
