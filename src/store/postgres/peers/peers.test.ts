import { expect, onTestFinished, test, vi } from "vitest";
import { useOwnPostgres } from "../../../../test/support/postgres-ledger.ts";
import { describePeers } from "../../contract/describe-peers.ts";
import { type OpenPeers, openPostgresPeers } from "./peers.ts";

const postgres = useOwnPostgres();

async function open(servers: number) {
  const url = await postgres.server.newDatabase();
  const peers = await Promise.all(Array.from({ length: servers }, () => openPostgresPeers(url)));
  onTestFinished(async () => void (await Promise.all(peers.map((one) => one.close()))));
  return peers;
}

describePeers("PostgreSQL", open);

test("[PE2] peers exchange messages and know their sessions after a restart of the database", async () => {
  const [one, two] = (await open(2)) as [OpenPeers, OpenPeers];
  const received: unknown[] = [];
  two.receive(({ body }) => received.push(body));
  const sessionId = crypto.randomUUID();
  const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "a", version: "1" } };
  await one.remember(sessionId, { hello, query: "" });
  await one.send({ to: two.self, sessionId, body: "before" });
  await vi.waitFor(() => expect(received).toEqual(["before"]));
  const { server } = postgres;
  for (const restart of [server.restart, () => server.kill().then(server.start)]) {
    await restart();
    expect(await two.recall(sessionId)).toMatchObject({ hello });
    // The first statement on a connection that broke may fail; a message is never sent twice.
    await vi.waitFor(() => one.send({ to: two.self, sessionId, body: "after" }));
    await vi.waitFor(() => expect(received.splice(1)).toEqual(["after"]));
  }
});
