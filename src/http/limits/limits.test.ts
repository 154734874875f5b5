import { expect, test } from "vitest";
import { modernCall, modernRequest, openEndpoint, post, rpc } from "../../../test/support/mcp-endpoint.ts";
import { createApp } from "../app.ts";
import { createLimits, type LimitRules } from "./limits.ts";
import { createSlots } from "./slots.ts";

function open(rules: Partial<LimitRules> = {}) {
  const { endpoint, calls } = openEndpoint();
  const limits = createLimits({ maxRequests: 512, maxStreams: 8, ...rules });
  const app = createApp({ endpoint, limits, checkTools: () => undefined, hostnames: [], version: "0.0.0" });
  const ask = (request: Request) => {
    request.headers.set("host", "127.0.0.1");
    return Promise.resolve(app.request(request));
  };
  return { ask, limits, calls, get: (path: string) => ask(new Request(`http://127.0.0.1${path}`)) };
}

const statusOf = async (answer: Promise<Response>): Promise<number> => {
  const { status, body } = await answer;
  await body?.cancel();
  return status;
};

test("[SA6] answers 429 with the seconds to wait above the rate per minute, before calling a tool", async () => {
  const { ask, calls, get } = open({ perMinute: 2 });
  expect(await statusOf(ask(modernCall("look")))).toBe(200);
  expect(await statusOf(ask(modernCall("look")))).toBe(200);
  const refused = await ask(modernCall("wait"));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(29);
  expect(await refused.json()).toMatchObject({ error: expect.stringContaining("nothing was done") });
  expect(calls).toEqual([]);
  expect((await get("/healthz")).status).toBe(200);
});

test("[SA6] every message of a batch counts", async () => {
  const { ask } = open({ perMinute: 10 });
  const batch = Array.from({ length: 8 }, (_, id) => rpc("ping", {}, id));
  expect(await statusOf(ask(post(batch)))).toBe(200);
  const refused = await ask(post(batch));
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).not.toBeNull();
});

test("[SA6] a tool may have its own rate, under each of its names", async () => {
  const { ask } = open({ toolsPerMinute: { look: 1, reasoning_linear: 1 } });
  expect(await statusOf(ask(modernCall("look")))).toBe(200);
  const refused = await ask(modernCall("look"));
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ id: 1, error: { code: -32000 } });
  expect(await statusOf(ask(modernCall("greet")))).not.toBe(429);
  expect(await statusOf(ask(modernCall("reasoning_linear")))).not.toBe(429);
  expect(await statusOf(ask(modernCall("reasoning.linear")))).toBe(429);
});

test("[SA6] answers 503 above the limit of requests in flight, except for health", async () => {
  const { ask, calls, get } = open({ maxRequests: 1 });
  const first = ask(modernCall("wait"));
  await expect.poll(() => calls.length).toBe(1);
  const refused = await ask(modernCall("look"));
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("1");
  expect((await get("/healthz")).status).toBe(200);
  expect((await get("/readyz")).status).toBe(200);
  calls[0]!.finish();
  expect(await statusOf(first)).toBe(200);
  expect(await statusOf(ask(modernCall("look")))).toBe(200);
});

test("[SA6] counts open streams separately", () => {
  const slots = createSlots({ requests: 1, streams: 1 });
  const listening = slots.enter("request")!;
  expect(listening.becomeStream()).toBe(true);
  const request = slots.enter("request")!;
  expect(slots.enter("request")).toBeUndefined();
  expect(slots.enter("stream")).toBeUndefined();
  expect(request.becomeStream()).toBe(false);
  listening.leave();
  listening.leave();
  expect(request.becomeStream()).toBe(true);
  request.leave();
  expect([slots.requests, slots.streams]).toEqual([0, 0]);
});

test("[SA6] a client that listens while all slots are in use gets Retry-After", async () => {
  const { ask } = open({ maxStreams: 0 });
  const listen = modernRequest("subscriptions/listen", { notifications: { toolsListChanged: true } });
  const refused = await ask(listen);
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(await statusOf(ask(modernCall("look")))).toBe(200);
});

test("[SA8] a stopping server refuses new requests and waits for those in flight", async () => {
  const { ask, calls, get, limits } = open();
  const first = ask(modernCall("wait"));
  await expect.poll(() => calls.length).toBe(1);
  limits.stop();
  const refused = await ask(modernCall("look"));
  expect(refused.status).toBe(503);
  expect(refused.headers.get("connection")).toBe("close");
  expect((await get("/readyz")).status).toBe(503);
  expect((await get("/healthz")).status).toBe(200);
  let isAnswered = false;
  const answered = limits.answered(60_000).then(() => {
    isAnswered = true;
  });
  expect(isAnswered).toBe(false);
  calls[0]!.finish();
  const answer = await first;
  expect(answer.status).toBe(200);
  expect(answer.headers.get("connection")).toBe("close");
  await answered;
});

test("[SA8] does not wait for requests that take too long", async () => {
  const { ask, calls, limits } = open();
  const first = ask(modernCall("wait"));
  await expect.poll(() => calls.length).toBe(1);
  limits.stop();
  await limits.answered(1);
  calls[0]!.finish();
  await first;
});
