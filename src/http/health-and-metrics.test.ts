import { expect, test } from "vitest";
import { currentRequest } from "../telemetry/request-scope.ts";
import { type AppParts, createApp } from "./app.ts";

const open = (parts: Partial<AppParts> = {}) =>
  createApp({
    endpoint: {
      fetch: async () => new Response(currentRequest()?.requestId),
      close: async () => {},
      sessionCount: 0,
    },
    checkTools: () => undefined,
    hostnames: [],
    version: "1.2.3",
    ...parts,
  });
const get = (app: ReturnType<typeof open>, path: string, headers: Readonly<Record<string, string>> = {}) =>
  app.request(`http://127.0.0.1${path}`, { headers: { host: "127.0.0.1", ...headers } });

test("[MX1] /metrics answers in Prometheus's text format, and is missing if nothing is counted", async () => {
  const answer = await get(open({ metrics: async () => "a_total 1\n" }), "/metrics");
  expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(await answer.text()).toBe("a_total 1\n");
  expect((await get(open(), "/metrics")).status).toBe(404);
});

test("[MX6] /healthz says that the process lives, /readyz whether the store is writable", async () => {
  const busy = open({ readiness: async () => ({ isReady: false, reason: "The ledger is busy." }) });
  const healthy = await get(busy, "/healthz");
  expect([healthy.status, await healthy.json()]).toEqual([200, { status: "ok", version: "1.2.3" }]);
  const waiting = await get(busy, "/readyz");
  expect([waiting.status, await waiting.json()]).toEqual([
    503,
    { status: "not_ready", version: "1.2.3", reason: "The ledger is busy." },
  ]);
  const ready = await get(open({ readiness: async () => ({ isReady: true }) }), "/readyz");
  expect([ready.status, await ready.json()]).toEqual([200, { status: "ready", version: "1.2.3" }]);
});

test("[MX7] every answer has the id of its request: the caller's if it is safe, else a new one", async () => {
  const requests: unknown[] = [];
  const app = open({ onAnswer: (request) => requests.push({ ...request, id: currentRequest()?.requestId }) });
  const named = await get(app, "/mcp?tools=think", { "x-request-id": "mine-1" });
  expect(named.headers.get("x-request-id")).toBe("mine-1");
  expect(await named.text()).toBe("mine-1");
  expect(requests).toEqual([
    { method: "GET", path: "/mcp", status: 200, ms: expect.any(Number), id: "mine-1" },
  ]);
  const unsafe = await get(app, "/nothing", { "x-request-id": "a b" });
  expect([unsafe.status, unsafe.headers.get("x-request-id")]).toEqual([
    404,
    expect.stringMatching(/^[0-9a-f-]{36}$/),
  ]);
  const refused = await get(app, "/mcp", { origin: "http://evil.example" });
  expect([refused.status, refused.headers.has("x-request-id")]).toEqual([403, true]);
});
