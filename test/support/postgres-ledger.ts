import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/port.ts";
import {
  databasesOn,
  type PostgresDatabases,
  type PostgresOptions,
  type RunningPostgres,
  startPostgres,
} from "./postgres.ts";
import type { SharedServer } from "./shared-postgres.ts";

/** PostgreSQL for one test file. */
export interface TestPostgres<Server extends PostgresDatabases> {
  readonly server: Server;
  /** Creates an empty ledger and returns its URL. */
  newLedger(): Promise<string>;
  /** Opens a ledger and closes it after the tests. */
  open(databaseUrl: string): Promise<Store>;
  /** Connects to a database without the store and closes the connection after the tests. */
  connect(databaseUrl: string): Promise<pg.Client>;
}

/** Uses the PostgreSQL server that the test files of a worker share. */
export function usePostgres(): TestPostgres<PostgresDatabases> {
  return useServer(sharedServer, (server) => server.dropDatabases());
}

/** Starts a PostgreSQL server for this file only, which its tests may stop or configure. */
export function useOwnPostgres(options?: PostgresOptions): TestPostgres<RunningPostgres> {
  const start = async () => {
    const server = await startPostgres(options);
    const template = await server.newDatabase();
    await (await openStore({ databaseUrl: template })).close();
    return { server, template };
  };
  return useServer(start, (server) => server.stop());
}

/** The server that all test files of this worker share. */
export async function sharedServer() {
  const answer = await fetch(`${inject("sharedPostgres")}/?worker=${process.env.VITEST_POOL_ID}`);
  if (!answer.ok) throw new Error(`The shared PostgreSQL server did not start: ${await answer.text()}`);
  const { port, template } = (await answer.json()) as SharedServer;
  return { server: databasesOn(port), template };
}

function useServer<Server extends PostgresDatabases>(
  start: () => Promise<{ readonly server: Server; readonly template: string }>,
  stop: (server: Server) => Promise<void>,
): TestPostgres<Server> {
  const open: (() => Promise<unknown>)[] = [];
  let started: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(async () => {
    await Promise.all(open.map((close) => close()));
    if (started) await stop(started.server);
  });
  return {
    get server() {
      return started.server;
    },
    newLedger: () => started.server.newDatabase(started.template),
    async open(databaseUrl) {
      const store = await openStore({ databaseUrl });
      open.push(() => store.close());
      return store;
    },
    async connect(databaseUrl) {
      const client = new pg.Client(databaseUrl);
      client.on("error", () => {});
      await client.connect();
      open.push(() => client.end());
      return client;
    },
  };
}
