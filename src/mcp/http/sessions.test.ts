import { afterEach, describe, expect, test, vi } from "vitest";
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

const ann = { token: "a", clientId: "ann", scopes: [] };
const bob = { token: "b", clientId: "bob", scopes: [] };
const waitCall = rpc("tools/call", { name: "wait", arguments: {} });

afterEach(() => void vi.useRealTimers());

describe("[P17] a session", () => {
  test("that is unknown answers 404, and an initialize with its id starts a new one", async () => {
    const { endpoint } = openEndpoint();
    const gone = { "mcp-session-id": "gone" };
    const answer = await endpoint.fetch(post(rpc("tools/list"), gone));
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { code: -32001 } });
    const restarted = await endpoint.fetch(post(initialize(), gone));
    expect(restarted.status).toBe(200);
    expect(restarted.headers.get("mcp-session-id")).not.toBe("gone");
  });

  test("belongs to the principal that opened it", async () => {
    const { endpoint } = openEndpoint();
    const sessionId = await startSession(endpoint, ann);
    const listTools = () => post(rpc("tools/list"), { "mcp-session-id": sessionId });
    expect((await endpoint.fetch(listTools(), { authInfo: ann })).status).toBe(200);
    expect((await endpoint.fetch(listTools(), { authInfo: bob })).status).toBe(404);
    expect((await endpoint.fetch(listTools())).status).toBe(404);
    expect((await endpoint.fetch(post(initialize(), { "mcp-session-id": sessionId }))).status).toBe(404);
  });

  test("ends with DELETE, and its server with it", async () => {
    const { endpoint, closed } = openEndpoint();
    const sessionId = await startSession(endpoint);
    expect((await endpoint.fetch(bare("DELETE", { "mcp-session-id": sessionId }))).status).toBe(200);
    expect(endpoint.sessionCount).toBe(0);
    expect(closed()).toBe(1);
    expect(await useSession(endpoint, sessionId)).toBe(404);
  });

  test("is not created by a malformed initialize", async () => {
    const { endpoint, closed } = openEndpoint();
    expect((await endpoint.fetch(post(rpc("initialize")))).status).toBe(400);
    expect(endpoint.sessionCount).toBe(0);
    expect(closed()).toBe(1);
  });

  test("answers every message of a 2025-03-26 batch", async () => {
    const { endpoint } = openEndpoint();
    const headers = { "mcp-session-id": await startSession(endpoint) };
    const answer = await endpoint.fetch(post([rpc("ping", {}, "a"), rpc("ping", {}, "b")], headers));
    const ids = (await messagesOf(answer)).map((message) => message.id);
    expect(ids.toSorted()).toEqual(["a", "b"]);
  });

  test("[P18] resends a missed answer to a client that lost its stream", async () => {
    const { endpoint, calls } = openEndpoint();
    const headers = { "mcp-session-id": await startSession(endpoint), "mcp-protocol-version": "2025-11-25" };
    const answer = await endpoint.fetch(post(waitCall, headers));
    const reader = answer.body!.getReader();
    const primer = new TextDecoder().decode((await reader.read()).value);
    await reader.cancel();
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    calls[0]?.finish();
    const resumed = await endpoint.fetch(
      bare("GET", { ...headers, "last-event-id": /^id: (.+)$/m.exec(primer)?.[1] ?? "" }),
    );
    expect(await messagesOf(resumed)).toMatchObject([{ id: 1, result: { content: [{ text: "done" }] } }]);
  });
});

describe("[P17] the number of sessions", () => {
  test("is limited: the least recently used idle one makes room", async () => {
    const { endpoint } = openEndpoint({ maxSessions: 2 });
    const first = await startSession(endpoint);
    const second = await startSession(endpoint);
    await useSession(endpoint, first);
    await startSession(endpoint);
    expect(endpoint.sessionCount).toBe(2);
    expect(await useSession(endpoint, first)).toBe(200);
    expect(await useSession(endpoint, second)).toBe(404);
  });

  test("is limited when many clients connect at once", async () => {
    const { endpoint } = openEndpoint({ maxSessions: 3 });
    await Promise.all(Array.from({ length: 10 }, () => startSession(endpoint)));
    expect(endpoint.sessionCount).toBeLessThanOrEqual(3);
  });

  test("never evicts a busy session: a new client gets 503", async () => {
    const { endpoint, calls } = openEndpoint({ maxSessions: 2 });
    const [calling, listening] = [await startSession(endpoint), await startSession(endpoint)];
    const answer = await endpoint.fetch(post(waitCall, { "mcp-session-id": calling }));
    const stream = await endpoint.fetch(bare("GET", { "mcp-session-id": listening }));
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    const refused = await endpoint.fetch(post(initialize()));
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);

    calls[0]?.finish();
    expect(await messagesOf(answer)).toMatchObject([{ id: 1 }]);
    await startSession(endpoint);
    expect(await useSession(endpoint, calling)).toBe(404);
    expect(await useSession(endpoint, listening)).toBe(200);
    await stream.body?.cancel();
  });

  test("does not count a cancelled call as busy", async () => {
    const { endpoint, calls } = openEndpoint({ maxSessions: 1 });
    const headers = { "mcp-session-id": await startSession(endpoint) };
    await endpoint.fetch(post(waitCall, headers));
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    expect((await endpoint.fetch(post(initialize()))).status).toBe(503);
    const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
    expect((await endpoint.fetch(post(cancelled, headers))).status).toBe(202);
    expect(calls[0]?.signal.aborted).toBe(true);
    expect((await endpoint.fetch(post(initialize()))).status).toBe(200);
  });

  test("shrinks when a session is idle for too long, but not while its client listens", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    const { endpoint, closed } = openEndpoint({ idleMs: 60_000 });
    const [resting, listening] = [await startSession(endpoint), await startSession(endpoint)];
    const stream = await endpoint.fetch(bare("GET", { "mcp-session-id": listening }));
    vi.advanceTimersByTime(59_000);
    expect(endpoint.sessionCount).toBe(2);
    vi.advanceTimersByTime(30_000);
    expect(endpoint.sessionCount).toBe(1);
    expect(closed()).toBe(1);
    expect(await useSession(endpoint, resting)).toBe(404);
    await stream.body?.cancel();
    vi.advanceTimersByTime(90_000);
    expect(endpoint.sessionCount).toBe(0);
  });
});
