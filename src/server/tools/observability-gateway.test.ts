import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, test } from "vitest";
import { callTool } from "../../mcp/call.ts";
import { toListedTool } from "../../mcp/schema.ts";
import { createReasoning } from "../../reasoning/index.ts";
import { createSessions } from "../../sessions/index.ts";
import { openStore } from "../../store/open.ts";
import { catalogueOf } from "../catalogue.ts";
import { type Observer, unobserved } from "../observability/operation.ts";
import { observabilityGateway } from "./observability-gateway.ts";

const MINUTE = 60_000;

/** The tool over a ledger in memory, whose clock says when each session was last written to. */
async function openGateway(more: Partial<Observer> = {}) {
  let time = Date.now();
  const clock = { now: () => time, newId: (now: number) => `id-${now}-${Math.random()}` };
  const store = await openStore({ memory: true }, clock);
  const tool = observabilityGateway({ ...unobserved, version: "1.0.0", ...more });
  const context = {
    sessions: createSessions(store, { thinkMaxThoughts: 100, home: "." }),
    reasoning: createReasoning(store, {}),
    progress: { signal: new AbortController().signal, report: async () => {} },
    caller: { author: () => ({ handle: { text: "c", origin: "connection" } }) } as never,
    notebooks: undefined as never,
    catalogue: catalogueOf(["all"]),
  };
  return {
    store,
    at: (minutesAgo: number) => {
      time = Date.now() - minutesAgo * MINUTE;
    },
    async ask(operation: string, args?: object) {
      const result = await callTool(tool, { operation, ...(args && { args }) }, context, (_, error) => {
        throw error;
      });
      // biome-ignore lint/suspicious/noExplicitAny: what an operation answers is checked by the tests themselves.
      return result.structuredContent as Record<string, any>;
    },
    [Symbol.asyncDispose]: () => store.close(),
  };
}

test("[P8] [MX3] the tool costs under 250 tokens in the list", () => {
  expect(encode(JSON.stringify(toListedTool(observabilityGateway(unobserved)))).length).toBeLessThan(250);
});

describe("health", () => {
  test("[MX3] health lists every configured part, and is healthy when all are up", async () => {
    await using gateway = await openGateway({
      probes: {
        prometheus: async () => ({ status: "up" }),
        grafana: async () => ({ status: "up" }),
      },
    });
    expect(await gateway.ask("health")).toEqual({
      status: "healthy",
      services: {
        thoughtbox: { status: "up", version: "1.0.0" },
        prometheus: { status: "up" },
        grafana: { status: "up" },
      },
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
  });

  test.each([
    ["healthy", { store: "up", prometheus: "not_configured", engine: "configured" }],
    ["degraded", { store: "up", grafana: "down" }],
    ["unhealthy", { store: "down", grafana: "down" }],
  ] as const)("[MX3] the whole is %s when its parts are %j", async (status, parts) => {
    const probes = Object.fromEntries(
      Object.entries(parts).map(([name, found]) => [name, async () => ({ status: found })]),
    );
    await using gateway = await openGateway({ probes });
    expect(await gateway.ask("health")).toMatchObject({ status });
  });
});

describe("metrics without Prometheus", () => {
  const samples = async () => [
    { name: "thoughtbox_thoughts_total", labels: { source: "think", kind: "main" }, value: 3 },
  ];

  test("[MX4] answers metrics in the format of Prometheus", async () => {
    await using gateway = await openGateway({ samples });
    expect(await gateway.ask("metrics", { query: "thoughtbox_thoughts_total" })).toEqual({
      status: "success",
      data: {
        resultType: "vector",
        result: [
          {
            metric: { __name__: "thoughtbox_thoughts_total", source: "think", kind: "main" },
            value: [expect.any(Number), "3"],
          },
        ],
      },
      source: "process",
    });
  });

  test("[MX4] an unknown metric name lists the known ones", async () => {
    await using gateway = await openGateway({ samples });
    expect(await gateway.ask("metrics", { query: "thoughts" })).toMatchObject({
      data: { result: [] },
      hint: expect.stringContaining("thoughtbox_thoughts_total"),
    });
  });

  test.each([
    ["metrics", { query: "rate(thoughtbox_thoughts_total[5m])" }],
    ["metrics", { query: "thoughtbox_thoughts_total", time: "2025-01-15T10:00:00Z" }],
    [
      "metrics_range",
      {
        query: "rate(thoughtbox_thoughts_total[5m])",
        start: "2025-01-15T10:00:00Z",
        end: "2025-01-15T12:00:00Z",
        step: "1m",
      },
    ],
    ["alerts", { state: "firing" }],
  ])("[MX4] %s %j says that Prometheus is required", async (operation, args) => {
    await using gateway = await openGateway({ samples });
    expect(await gateway.ask(operation, args)).toEqual({
      error: {
        code: "NOT_CONFIGURED",
        message: expect.stringContaining("Prometheus"),
        hint: "Set PROMETHEUS_URL for the server.",
      },
    });
  });
});

test("[MX3] sessions are active, idle or all, newest activity first", async () => {
  await using gateway = await openGateway();
  const { store, at, ask } = gateway;
  at(60);
  await store.openSession({ id: "old", title: "Old", mode: "chain" });
  at(5);
  await store.openSession({ id: "new", title: "New", mode: "chain", tags: ["a"] });
  at(1);
  await store.openSession({ id: "done", title: "Done", mode: "chain" });
  await store.changeSession("done", { status: "completed" });
  const ids = async (args: object) =>
    (await ask("sessions", args)).sessions.map((one: { id: string }) => one.id);
  expect(await ids({ limit: 10, status: "active" })).toEqual(["new"]);
  expect(await ids({})).toEqual(["new"]);
  expect(await ids({ status: "idle" })).toEqual(["old"]);
  expect(await ids({ status: "all" })).toEqual(["done", "new", "old"]);
  expect(await ids({ status: "ALL", limit: "2" })).toEqual(["done", "new"]);
  expect(await ask("sessions", { status: "active" })).toMatchObject({
    sessions: [{ title: "New", status: "active", tags: ["a"], thoughtCount: 0, idleSeconds: 300 }],
    count: 1,
    activeWithinSeconds: 900,
  });
});

test("[MX3] session_info returns a session with its last thought, but without text", async () => {
  await using gateway = await openGateway();
  const { store, ask } = gateway;
  await store.openSession({ id: "debug-auth-2025-01", title: "Debug authentication flow", mode: "chain" });
  await store.append({
    target: { sessionId: "debug-auth-2025-01" },
    content: "The error occurs because of it",
    number: 3,
    total: 5,
    nextThoughtNeeded: true,
    mode: "chain",
    source: "gateway",
  });
  const info = await ask("session_info", { sessionId: "debug-auth-2025-01" });
  expect(info).toMatchObject({
    session: {
      id: "debug-auth-2025-01",
      title: "Debug authentication flow",
      status: "active",
      thoughtCount: 1,
      lastThought: { thoughtNumber: 3, totalThoughts: 5, nextThoughtNeeded: true, source: "gateway" },
    },
    resource: "thoughtbox://sessions/debug-auth-2025-01",
  });
  expect(JSON.stringify(info)).not.toContain("The error occurs");
});

test("[MX3] dashboard_url returns an address for a full, short or missing name", async () => {
  await using gateway = await openGateway({ grafana: "http://127.0.0.1:3000/g" });
  for (const args of [{ name: "thoughtbox-overview" }, { name: "Overview" }, {}])
    expect(await gateway.ask("dashboard_url", args)).toMatchObject({
      name: "thoughtbox-overview",
      url: "http://127.0.0.1:3000/g/d/thoughtbox-overview",
    });
});

test.each([
  ["dance", {}, "INVALID_ARGS", "metrics_range"],
  ["metrics", {}, "INVALID_ARGS", "args.query"],
  ["metrics_range", { query: "up", start: "yesterday" }, "INVALID_ARGS", "args.start"],
  ["metrics_range", { query: "up", step: "0s" }, "INVALID_ARGS", "args.step"],
  ["metrics_range", { query: "up", start: "2026-01-02", end: "2026-01-01" }, "INVALID_ARGS", "earlier"],
  ["sessions", { status: "sleepy" }, "INVALID_ARGS", "active, idle, all"],
  ["session_info", {}, "INVALID_ARGS", "sessionId"],
  ["session_info", { sessionId: "gone" }, "SESSION_NOT_FOUND", "'gone'"],
  ["alerts", { state: "loud" }, "INVALID_ARGS", "firing, pending, inactive"],
  ["dashboard_url", { name: "nothing" }, "INVALID_ARGS", "thoughtbox-overview"],
  ["dashboard_url", {}, "NOT_CONFIGURED", "GRAFANA_URL"],
])("[MX3] refuses %s %j in the documented format", async (operation, args, code, words) => {
  await using gateway = await openGateway();
  const { error } = await gateway.ask(operation, args);
  expect(error.code).toBe(code);
  expect(`${error.message} ${error.hint}`).toContain(words);
});
