import { InMemoryServerEventBus } from "@modelcontextprotocol/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHttpEndpoint } from "../../src/mcp/http/endpoint.ts";
import { openPostgresPeers } from "../../src/store/postgres/peers/peers.ts";
import { startPostgres } from "../support/postgres.ts";
import { startRoundRobin } from "../support/round-robin.ts";
import { conformanceServer } from "./fixtures.ts";
import { type Profile, serveEndpoint } from "./serve.ts";
import { requiredScenarios, revisions, runSuite } from "./suite.ts";

/** Serves the fixtures from three servers on one database; each request goes to the next server. */
async function serveCluster(): Promise<Profile> {
  const database = await startPostgres();
  const url = await database.newDatabase();
  const peers = await Promise.all([1, 2, 3].map(() => openPostgresPeers(url)));
  const bus = new InMemoryServerEventBus();
  const factory: Parameters<typeof createHttpEndpoint>[0]["factory"] = (context) =>
    conformanceServer(context, bus);
  const servers = await Promise.all(
    peers.map((one) => serveEndpoint(createHttpEndpoint({ factory, bus: () => bus, peers: one }))),
  );
  const proxy = await startRoundRobin(servers.map((server) => server.url));
  return {
    url: `${proxy.url}/mcp`,
    async stop() {
      await proxy[Symbol.asyncDispose]();
      await Promise.all(servers.map((server) => server.stop()));
      await Promise.all(peers.map((one) => one.close()));
      await database.stop();
    },
  };
}

let cluster: Profile | undefined;
beforeAll(async () => {
  cluster = await serveCluster();
});
afterAll(() => cluster?.stop());

test.each(revisions)("[PE7] three servers pass every scenario that %s requires of one", async (revision) => {
  const required = await requiredScenarios(revision);
  const run = await runSuite(cluster!.url, revision);
  console.info(`Required by ${revision}: ${required.length} scenarios${run.summary}`);
  expect(required.length).toBeGreaterThan(0);
  expect(required.filter((scenario) => run.failed[scenario]?.length !== 0)).toEqual([]);
  expect(Object.entries(run.warned).filter(([, checks]) => checks.length > 0)).toEqual([]);
});
