import { afterEach, expect, test, vi } from "vitest";
import { connectToCluster, joined, openCluster } from "../../../test/support/mcp-cluster.ts";
import { bare, messagesOf, post, rpc, startSession } from "../../../test/support/mcp-endpoint.ts";
import { sharedMemoryPeers } from "../../../test/support/shared-memory-peers.ts";

const waitCall = rpc("tools/call", { name: "wait", arguments: {} });

afterEach(() => void vi.useRealTimers());

/** A session on three servers, opened at the first. */
async function open() {
  const hub = sharedMemoryPeers();
  const cluster = openCluster(3, {}, joined(hub, 3));
  const sessionId = await startSession(cluster.endpoints[0]!);
  const headers = { "mcp-session-id": sessionId, "mcp-protocol-version": "2025-11-25" };
  const [one, two, three] = cluster.endpoints;
  return { ...cluster, sessionId, headers, one: one!, two: two!, three: three!, hub };
}

/** Reads a stream until it says something with an id, then leaves it. */
async function lastEventOf(answer: Response, until: (text: string) => boolean = () => true): Promise<string> {
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!(/^id: /m.test(text) && until(text))) text += (await reader.read()).value;
  await reader.cancel();
  return [...text.matchAll(/^id: (.+)$/gm)].at(-1)![1]!;
}

test("[PE5] resumes the stream of a call through another server, during and after the call", async () => {
  const { one, two, three, headers, calls } = await open();
  const last = await lastEventOf(await one.fetch(post(waitCall, headers)));
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  const resume = () => ({ ...headers, "last-event-id": last });
  const left = await two.fetch(bare("GET", resume()));
  expect(left.status).toBe(200);
  expect((await three.fetch(bare("GET", resume()))).status).toBe(409);
  await left.body!.cancel();
  const resumed = await vi.waitFor(async () => {
    const answer = await three.fetch(bare("GET", resume()));
    expect(answer.status).toBe(200);
    return answer;
  });
  calls[0]!.finish();
  const expected = [{ id: 1, result: { content: [{ text: "done" }] } }];
  expect(await messagesOf(resumed)).toMatchObject(expected);
  expect(await messagesOf(await two.fetch(bare("GET", resume())))).toMatchObject(expected);
  expect(await messagesOf(await one.fetch(bare("GET", resume())))).toMatchObject(expected);
});

test("[PE5] resumes a stream that the call closed, on any server", async () => {
  const cluster = openCluster();
  const { client } = await connectToCluster(cluster);
  const call = client.callTool({ name: "leave", arguments: {} });
  await vi.waitFor(() => expect(cluster.calls).toHaveLength(1));
  const { length } = cluster.served;
  const comesBack = () => expect(cluster.served.slice(length).map(({ method }) => method)).toContain("GET");
  await vi.waitFor(comesBack);
  expect(cluster.served.at(-1)!.at).not.toBe(cluster.calls[0]!.at);
  cluster.calls[0]!.finish();
  expect(await call).toMatchObject({ content: [{ text: "gone on" }] });
});

test("[PE5] sends the missed events to a client that listens at another server", async () => {
  const { one, two, three, headers, touch } = await open();
  const stream = await two.fetch(bare("GET", headers));
  for (const uri of ["clew://a", "clew://b"])
    await (await one.fetch(post(rpc("resources/subscribe", { uri }), headers))).text();
  touch("clew://a");
  const last = await lastEventOf(stream);
  touch("clew://b");
  touch("clew://other");
  const again = await three.fetch(bare("GET", { ...headers, "last-event-id": last }));
  const reader = again.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("clew://b")) text += (await reader.read()).value;
  touch("clew://a");
  while (!text.includes("clew://a")) text += (await reader.read()).value;
  expect([...text.matchAll(/clew:\/\/\w+/g)].map(([uri]) => uri)).toEqual(["clew://b", "clew://a"]);
  await reader.cancel();
});

test("[PE5] a client listens at one server at a time: its earlier stream ends", async () => {
  const { one, two, headers, touch } = await open();
  const before = await one.fetch(bare("GET", headers));
  const now = await two.fetch(bare("GET", headers));
  expect(await before.text()).toBe("");
  await (await one.fetch(post(rpc("resources/subscribe", { uri: "clew://a" }), headers))).text();
  touch("clew://a");
  await lastEventOf(now, (text) => text.includes("clew://a"));
});

test("[PE5] after the server of a stream died, a call gets 404 and a listener is asked to read again", async () => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout"],
    shouldAdvanceTime: true,
    advanceTimeDelta: 100,
  });
  const { one, two, three, headers, touch, hub, peers, calls } = await open();
  const stream = await one.fetch(bare("GET", headers));
  for (const uri of ["clew://a", "clew://b"])
    await (await two.fetch(post(rpc("resources/subscribe", { uri }), headers))).text();
  touch("clew://a");
  const lastHeard = await lastEventOf(stream);
  const lastOfCall = await lastEventOf(await one.fetch(post(waitCall, headers)));
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  hub.kill(peers[0]!);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const [gone] = await Promise.all([
    two.fetch(bare("GET", { ...headers, "last-event-id": lastOfCall })),
    vi.advanceTimersByTimeAsync(2_000),
  ]);
  expect(gone.status).toBe(404);
  expect(await gone.json()).toMatchObject({ error: { code: -32001 } });
  const again = await three.fetch(bare("GET", { ...headers, "last-event-id": lastHeard }));
  expect(again.status).toBe(200);
  const looked = lastEventOf(again, (text) => text.includes("clew://a") && text.includes("clew://b"));
  await vi.advanceTimersByTimeAsync(2_000);
  await looked;
});
