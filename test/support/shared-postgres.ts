import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { openStore } from "../../src/store/open.ts";
import { type RunningPostgres, startPostgres } from "./postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Answers `?worker=N` with the `SharedServer` of that worker. */
    sharedPostgres: string;
  }
}

/** The PostgreSQL server that all test files of one Vitest worker share. */
export interface SharedServer {
  readonly port: number;
  /** An empty ledger, to create others from. */
  readonly template: string;
}

/**
 * Vitest global setup: PostgreSQL servers for the whole run, each started when the first test file asks for it. Every
 * worker has its own, because a transaction of one test delays the feed of every other test on the same server.
 */
export default async function sharedPostgres(project: TestProject): Promise<() => Promise<void>> {
  const servers: Promise<RunningPostgres>[] = [];
  const start = async (): Promise<SharedServer> => {
    const server = startPostgres();
    servers.push(server);
    const { port, newDatabase } = await server;
    const template = await newDatabase();
    await (await openStore({ databaseUrl: template })).close();
    return { port, template };
  };
  const byWorker = new Map<string, Promise<SharedServer>>();
  const broker = createServer((request, response) => {
    const worker = request.url!;
    const shared = byWorker.get(worker) ?? start();
    byWorker.set(worker, shared);
    shared.then(
      (answer) => response.end(JSON.stringify(answer)),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => broker.listen(0, "127.0.0.1", resolve));
  project.provide("sharedPostgres", `http://127.0.0.1:${(broker.address() as AddressInfo).port}`);
  return async () => {
    broker.close();
    broker.closeAllConnections();
    for (const server of await Promise.allSettled(servers))
      if (server.status === "fulfilled") await server.value.stop();
  };
}
