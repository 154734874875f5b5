import pg from "pg";
import { startPostgres } from "../../test/support/postgres.ts";
import { loadTextImports } from "../ledger.ts";

/** The database server of a benchmark. */
export interface BenchServer extends AsyncDisposable {
  readonly url: string;
  /** Creates a database with an empty ledger and returns its URL. */
  newLedger(): Promise<string>;
  /** Runs the work with `wal_level = minimal`, so that filling a new table is not logged. */
  whileLoading<T>(work: () => Promise<T>): Promise<T>;
}

/** Typical production settings, with little memory. */
const settings = {
  autovacuum: "on",
  shared_buffers: "1GB",
  max_wal_size: "4GB",
};

/** Starts a server with fsync and its data under `parent`. Disposing it removes the data. */
export async function startBenchServer(parent: string): Promise<BenchServer> {
  await loadTextImports();
  const { openStore } = await import("../../src/store/open.ts");
  const server = await startPostgres({ durable: true, parent, settings });
  return {
    url: server.url,
    async newLedger() {
      const databaseUrl = await server.newDatabase();
      await (await openStore({ databaseUrl })).close();
      return databaseUrl;
    },
    async whileLoading(work) {
      await send(server.url, [
        "ALTER SYSTEM SET wal_level = minimal",
        "ALTER SYSTEM SET max_wal_senders = 0",
      ]);
      await server.restart();
      const result = await work();
      await send(server.url, ["ALTER SYSTEM RESET ALL"]);
      await server.restart();
      return result;
    },
    [Symbol.asyncDispose]: () => server.stop(),
  };
}

async function send(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
