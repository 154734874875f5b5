import pg from "pg";
import { startPostgres } from "../../test/support/postgres.ts";
import { loadTextImports } from "../ledger.ts";

/** The database server of a run. */
export interface BenchServer extends AsyncDisposable {
  readonly url: string;
  /** Creates a database with an empty ledger and returns its URL. */
  newLedger(): Promise<string>;
  /** Does a piece of work while the server does not log what fills a new table. */
  whileLoading<T>(work: () => Promise<T>): Promise<T>;
}

/** As an operator would have it, with memory that any machine has. */
const settings = {
  autovacuum: "on",
  shared_buffers: "1GB",
  max_wal_size: "4GB",
};

/** Starts a server whose commits wait for the disk, with its data under `parent`; disposing of it leaves nothing. */
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
      const done = await work();
      await send(server.url, ["ALTER SYSTEM RESET ALL"]);
      await server.restart();
      return done;
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
