import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type Cluster, connectToCluster, joined, openCluster } from "../../../test/support/mcp-cluster.ts";
import { bare, initialize, messagesOf, post, rpc } from "../../../test/support/mcp-endpoint.ts";
import { usePostgres } from "../../../test/support/postgres-ledger.ts";
import { sharedMemoryPeers } from "../../../test/support/shared-memory-peers.ts";
import { openPostgresPeers } from "../../store/postgres/peers/peers.ts";

const ann = { token: "a", clientId: "ann", scopes: [] };
const bob = { token: "b", clientId: "bob", scopes: [] };
const textOf = (result: { content: unknown }) => (result.content as { text: string }[])[0]?.text;

const postgres = usePostgres();

describe.each(["shared memory", "PostgreSQL"])("servers that share %s", (backend) => {
  test.each(["auto", "legacy"] as const)(
    "[PE1] a client that connects %s can list and call on any server",
    async (mode) => {
      const cluster = await open();
      const { client, transport } = await connectToCluster(cluster, { mode, authInfo: ann });
      for (let turn = 0; turn < 6; turn++) expect((await client.listTools()).tools.length).toBeGreaterThan(3);
      const seen = [];
      for (let turn = 0; turn < 3; turn++)
        seen.push(JSON.parse(textOf(await client.callTool({ name: "look", arguments: {} }))!));
      const sessionId = mode === "legacy" ? transport.sessionId : null;
      expect(seen).toEqual(Array(3).fill({ workflow: null, principal: "ann", sessionId }));
      const at = cluster.served.filter(
        ({ message }) => (message as { method?: string })?.method === "tools/call",
      );
      expect(new Set(at.map((one) => one.at)).size).toBe(3);
    },
  );

  test("[PE1] a revived session knows its client and revision, and is revived once", async () => {
    const cluster = await open(2);
    const answer = await cluster.next(post(initialize()));
    await answer.text();
    const sessionId = answer.headers.get("mcp-session-id")!;
    expect(await cluster.peers[0]!.recall(sessionId)).toMatchObject({
      hello: { protocolVersion: "2025-11-25", clientInfo: { name: "test" } },
    });
    const headers = { "mcp-session-id": sessionId };
    const other = cluster.endpoints[0]!;
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, id) => other.fetch(post(rpc("ping", {}, id), headers)).then(messagesOf)),
    );
    expect(answers).toMatchObject(Array.from({ length: 5 }, (_, id) => [{ id, result: {} }]));
    expect(cluster.endpoints.map((one) => one.sessionCount)).toEqual([1, 1]);
  });

  test("[PE1] limits the client information that is shared", async () => {
    const cluster = await open(2);
    const hello = initialize();
    const large = { sampling: {}, experimental: { large: { text: "x".repeat(100_000) } } };
    const params = {
      ...hello.params,
      capabilities: large,
      clientInfo: { name: "n".repeat(900), version: "1" },
    };
    const answer = await cluster.next(post({ ...hello, params }));
    await answer.text();
    const facts = await cluster.peers[0]!.recall(answer.headers.get("mcp-session-id")!);
    expect(facts?.hello.capabilities).toEqual({ sampling: {} });
    expect(facts?.hello.clientInfo.name).toHaveLength(200);
  });

  test("[PE1] a session keeps its choice of tools on every server", async () => {
    const cluster = await open();
    const answer = await cluster.endpoints[0]!.fetch(
      new Request("http://127.0.0.1/mcp?tools=think", post(initialize())),
    );
    await answer.text();
    const headers = { "mcp-session-id": answer.headers.get("mcp-session-id")! };
    const call = rpc("tools/call", { name: "count", arguments: {} });
    const [result] = await messagesOf(await cluster.endpoints[1]!.fetch(post(call, headers)));
    expect(result).toMatchObject({ result: { content: [{ text: "counted at 1?tools=think" }] } });
  });

  test("[PE1] a session belongs to the principal that opened it on every server", async () => {
    const cluster = await open(2);
    const answer = await cluster.endpoints[0]!.fetch(post(initialize()), { authInfo: ann });
    await answer.text();
    const headers = { "mcp-session-id": answer.headers.get("mcp-session-id")! };
    const ask = (authInfo?: typeof ann) =>
      cluster.endpoints[1]!.fetch(post(rpc("ping"), headers), authInfo ? { authInfo } : {});
    expect((await ask(bob)).status).toBe(404);
    expect((await ask()).status).toBe(404);
    expect((await cluster.endpoints[1]!.fetch(bare("DELETE", headers), { authInfo: bob })).status).toBe(404);
    const again = await cluster.endpoints[1]!.fetch(post(initialize(), headers), { authInfo: bob });
    expect(again.status).toBe(404);
    expect((await ask(ann)).status).toBe(200);
  });

  test("[PE2] sends progress on the stream of its call", async () => {
    const { client } = await connectToCluster(await open());
    for (let turn = 0; turn < 3; turn++) {
      const progress: number[] = [];
      await client.callTool(
        { name: "count", arguments: {} },
        { onprogress: (one) => progress.push(one.progress) },
      );
      expect(progress).toEqual([1, 2, 3]);
    }
  });

  test("[PE2] forwards a client's answer to the server that asked", async () => {
    const cluster = await open();
    const { client, transport } = await connectToCluster(cluster);
    await listens(cluster, transport.sessionId);
    const results = await Promise.all([
      client.callTool({ name: "greet", arguments: {} }),
      client.callTool({ name: "sample", arguments: { aloud: false } }),
      client.callTool({ name: "sample", arguments: { aloud: false } }),
      // Asked on the stream where the client listens, which is at one server only.
      client.callTool({ name: "sample", arguments: { aloud: true } }),
      client.callTool({ name: "sample", arguments: { aloud: true } }),
      client.callTool({ name: "sample", arguments: { aloud: true } }),
    ]);
    expect(results.map(textOf)).toEqual(["Hello, Ann", ...Array(5).fill("the client")]);
    const answers = cluster.served.filter(({ message }) => message && !("method" in (message as object)));
    const ids = answers.map(({ message }) => (message as { id: unknown }).id);
    expect(ids).toHaveLength(6);
    expect(new Set(ids).size).toBe(6);
  });

  test("[PE2] cancels a call that runs on another server", async () => {
    const cluster = await open();
    const { client } = await connectToCluster(cluster);
    for (let turn = 0; turn < 3; turn++) {
      const leave = new AbortController();
      const call = client.callTool({ name: "wait", arguments: {} }, { signal: leave.signal });
      await vi.waitFor(() => expect(cluster.calls).toHaveLength(turn + 1));
      leave.abort();
      await expect(call).rejects.toThrow();
      await vi.waitFor(() => expect(cluster.calls[turn]!.signal.aborted).toBe(true));
    }
  });

  test("[PE3] notifies a client of what it subscribed to on any server, until it unsubscribes", async () => {
    const cluster = await open();
    const { client, transport } = await connectToCluster(cluster);
    const heard: string[] = [];
    client.setNotificationHandler(
      "notifications/resources/updated",
      ({ params }) => void heard.push(params.uri),
    );
    await listens(cluster, transport.sessionId);
    for (const uri of ["clew://a", "clew://b", "clew://c", "clew://d"]) {
      await client.subscribeResource({ uri });
      cluster.touch(uri);
    }
    await expect(client.subscribeResource({ uri: "clew://refused" })).rejects.toThrow("no such resource");
    cluster.touch("clew://refused");
    await vi.waitFor(() => expect(heard).toEqual(["clew://a", "clew://b", "clew://c", "clew://d"]));
    await client.unsubscribeResource({ uri: "clew://b" });
    cluster.touch("clew://b");
    cluster.touch("clew://d");
    await vi.waitFor(() => expect(heard.slice(4)).toEqual(["clew://d"]));
  });

  test("[PE3] a logging level set on one server applies to all", async () => {
    const cluster = await open();
    const { client } = await connectToCluster(cluster);
    const logged: unknown[] = [];
    client.setNotificationHandler("notifications/message", ({ params }) => void logged.push(params.data));
    await client.callTool({ name: "warn", arguments: {} });
    expect(logged.splice(0)).toEqual(["quiet", "loud"]);
    await client.setLoggingLevel("error");
    for (let turn = 0; turn < 3; turn++) await client.callTool({ name: "warn", arguments: {} });
    expect(logged).toEqual(["loud", "loud", "loud"]);
  });

  test("[PE4] DELETE ends a session on every server, with its streams and calls", async () => {
    const cluster = await open();
    const [one, two, three] = cluster.endpoints;
    const answer = await one!.fetch(post(initialize()));
    await answer.text();
    const headers = { "mcp-session-id": answer.headers.get("mcp-session-id")! };
    const stream = await two!.fetch(bare("GET", headers));
    const call = await one!.fetch(post(rpc("tools/call", { name: "wait", arguments: {} }), headers));
    await vi.waitFor(() => expect(cluster.calls).toHaveLength(1));
    expect((await three!.fetch(bare("DELETE", headers))).status).toBe(200);
    await stream.text();
    await call.text();
    expect(cluster.calls[0]!.signal.aborted).toBe(true);
    for (const endpoint of cluster.endpoints) {
      expect((await endpoint.fetch(post(rpc("ping"), headers))).status).toBe(404);
      expect(endpoint.sessionCount).toBe(0);
    }
  });

  async function open(servers = 3): Promise<Cluster> {
    if (backend === "shared memory") return openCluster(servers, {}, joined(sharedMemoryPeers(), servers));
    const url = await postgres.server.newDatabase();
    const peers = await Promise.all(Array.from({ length: servers }, () => openPostgresPeers(url)));
    const cluster = openCluster(servers, {}, peers);
    onTestFinished(async () => {
      await Promise.all(cluster.endpoints.map((endpoint) => endpoint.close()));
      await Promise.all(peers.map((one) => one.close()));
    });
    return cluster;
  }
});

async function listens({ peers }: Cluster, sessionId = ""): Promise<void> {
  await vi.waitFor(async () => expect((await peers[0]!.recall(sessionId))?.listener).toBeDefined());
}
