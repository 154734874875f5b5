import pg from "pg";
import { afterAll, beforeAll } from "vitest";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/port.ts";
import { type PostgresOptions, type RunningPostgres, startPostgres } from "./postgres.ts";

/** The server of a file of tests. */
export interface PostgresGround {
  readonly server: RunningPostgres;
  /** Makes an empty ledger and tells its address. */
  newLedger(): Promise<string>;
  /** Opens a ledger; it is closed when the tests are over. */
  open(databaseUrl: string): Promise<Store>;
  /** Connects to a database without the store; the connection is closed when the tests are over. */
  connect(databaseUrl: string): Promise<pg.Client>;
}

/** Runs a server for the tests of one file. */
export function usePostgres(options?: PostgresOptions): PostgresGround {
  const ends: (() => Promise<unknown>)[] = [];
  let server: RunningPostgres;
  let empty: string;
  beforeAll(async () => {
    server = await startPostgres(options);
    empty = await server.newDatabase();
    await (await openStore({ databaseUrl: empty })).close();
  });
  afterAll(async () => {
    await Promise.all(ends.map((end) => end()));
    await server.stop();
  });
  return {
    get server() {
      return server;
    },
    newLedger: () => server.newDatabase(empty),
    async open(databaseUrl) {
      const store = await openStore({ databaseUrl });
      ends.push(() => store.close());
      return store;
    },
    async connect(databaseUrl) {
      const client = new pg.Client(databaseUrl);
      client.on("error", () => {});
      await client.connect();
      ends.push(() => client.end());
      return client;
    },
  };
}
