import { afterEach, expect, test, vi } from "vitest";
import { openCluster } from "../../../test/support/mcp-cluster.ts";
import {
  bare,
  initialize,
  messagesOf,
  openEndpoint,
  post,
  rpc,
  startSession,
  useSession,
} from "../../../test/support/mcp-endpoint.ts";
import { sharedMemoryPeers } from "../../../test/support/shared-memory-peers.ts";
import type { HttpEndpoint } from "./endpoint.ts";

afterEach(() => void vi.useRealTimers());

test("[PE1] does not open a session that cannot be shared", async () => {
  const hub = sharedMemoryPeers();
  const lost = { ...hub.join(), remember: () => Promise.reject(new Error("no database")) };
  const errors: Error[] = [];
  const { endpoint } = openEndpoint({ peers: lost, onError: (error) => errors.push(error) });
  const [answer] = await messagesOf(await endpoint.fetch(post(initialize())));
  expect(answer).toMatchObject({ id: 1, error: { code: -32603, message: "Internal error" } });
  expect(errors.map(({ message }) => message)).toContain("no database");
});

test("[PE4] ends a session by its last use on any server", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  const cluster = openCluster(2, { idleMs: 60_000 });
  const [one, two] = cluster.endpoints;
  const headers = { "mcp-session-id": await startSession(one!) };
  const use = (endpoint: HttpEndpoint) => useSession(endpoint, headers["mcp-session-id"]);
  for (let turn = 0; turn < 4; turn++) {
    vi.advanceTimersByTime(30_000);
    expect(await use(two!)).toBe(200);
  }
  expect([one!.sessionCount, two!.sessionCount]).toEqual([0, 1]);
  expect(await use(one!)).toBe(200);
  const stream = await two!.fetch(bare("GET", headers));
  for (let turn = 0; turn < 10; turn++) await vi.advanceTimersByTimeAsync(15_000);
  expect(await use(one!)).toBe(200);
  await stream.body?.cancel();
  vi.advanceTimersByTime(61_000);
  expect(await use(one!)).toBe(404);
  expect(await use(two!)).toBe(404);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await cluster.peers[0]!.recall(headers["mcp-session-id"])).toBeUndefined();
});

test("[PE4] revives an evicted session, and refuses a new one when all are busy", async () => {
  const { endpoints, calls } = openCluster(2, { maxSessions: 1 });
  const ids = [await startSession(endpoints[0]!), await startSession(endpoints[0]!)] as const;
  for (const id of [...ids, ...ids]) expect(await useSession(endpoints[0]!, id)).toBe(200);
  expect(endpoints[0]!.sessionCount).toBe(1);
  const call = rpc("tools/call", { name: "wait", arguments: {} });
  const answer = await endpoints[0]!.fetch(post(call, { "mcp-session-id": ids[0] }));
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  expect(await useSession(endpoints[0]!, ids[1])).toBe(503);
  expect(await useSession(endpoints[1]!, ids[1])).toBe(200);
  calls[0]!.finish();
  await answer.text();
});
