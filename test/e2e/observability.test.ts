import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { answerOf, call } from "../support/call.ts";
import { type Connected, connectHttp, connectStdio, type Era } from "../support/connect.ts";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { startWebServer } from "../support/web-server.ts";

const sources: readonly [string, Era, "stdio" | "http"][] = [
  ["stdio, handshake", "handshake", "stdio"],
  ["stdio, 2026", "2026-07-28", "stdio"],
  ["HTTP, handshake", "handshake", "http"],
  ["HTTP, 2026", "2026-07-28", "http"],
];

describe.each(sources)("observability_gateway over %s", (_, era, transport) => {
  const home = temporaryFolder();
  const held: AsyncDisposable[] = [];
  let on: Connected;
  // biome-ignore lint/suspicious/noExplicitAny: what an operation answers is checked by the tests themselves.
  const ask = (operation: string, args?: object): Promise<any> =>
    answerOf(on.client, "observability_gateway", { operation, ...(args && { args }) });
  beforeAll(async () => {
    const grafana = await startWebServer((request, answer) =>
      answer.writeHead(request.url === "/api/health" ? 200 : 404).end("{}"),
    );
    held.push(grafana);
    const around = { home: home.path, env: { GRAFANA_URL: grafana.url } };
    if (transport === "stdio") on = await connectStdio(era, around);
    else {
      const serving = await startServe(around);
      held.push(serving);
      on = await connectHttp(era, serving.url);
    }
    held.unshift(on);
  });
  afterAll(async () => {
    for (const one of held) await one[Symbol.asyncDispose]();
    home[Symbol.dispose]();
  });

  test("[MX3] health needs no stage and no session, and checks what is configured", async () => {
    expect(await ask("health")).toEqual({
      status: "healthy",
      services: {
        thoughtbox: { status: "up", version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
        store: { status: "up" },
        notebooks: expect.objectContaining({ status: "up" }),
        engine: { status: "not_configured" },
        prometheus: { status: "not_configured" },
        grafana: { status: "up" },
      },
      timestamp: expect.stringMatching(/Z$/),
    });
  });

  test("[MX1] [MX4] metrics of this process can be queried by name and labels", async () => {
    await call(on.client, "think", { thought: "What is known?", session_id: "counted" });
    await call(on.client, "think", { thought: "What follows?", session_id: "counted" });
    const { data } = await ask("metrics", {
      query: 'thoughtbox_thoughts_total{source="think",kind=~"main|x.*"}',
    });
    expect(data.result).toEqual([
      {
        metric: { __name__: "thoughtbox_thoughts_total", source: "think", kind: "main" },
        value: [expect.any(Number), "2"],
      },
    ]);
  });

  test("[MX2] an unknown tool does not become a label", async () => {
    await expect(call(on.client, "no_such_tool", {})).rejects.toThrow(/no tool/);
    const { data } = await ask("metrics", { query: "thoughtbox_tool_calls_total" });
    expect(JSON.stringify(data)).not.toContain("no_such_tool");
    const { data: sessions } = await ask("metrics", { query: '{__name__=~".+"}' });
    expect(JSON.stringify(sessions)).not.toContain("counted");
  });

  test("[MX3] the sessions of the ledger are listed and shown", async () => {
    const { sessions } = await ask("sessions", { limit: 10, status: "active" });
    expect(sessions).toMatchObject([{ id: "counted", status: "active", thoughtCount: 2 }]);
    expect(await ask("session_info", { sessionId: "counted" })).toMatchObject({
      session: { id: "counted", lastThought: { thoughtNumber: 2, source: "think" } },
    });
    expect((await ask("dashboard_url", { name: "thoughtbox-overview" })).url).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/d\/thoughtbox-overview$/,
    );
  });
});

test("[MX6] a server whose ledger is locked is live but not ready, and ready again when it can write", async () => {
  using home = temporaryFolder();
  await using serving = await startServe({ home: home.path });
  const get = (path: string) => fetch(new URL(path, serving.address));
  expect((await get("/readyz")).status).toBe(200);
  const other = new DatabaseSync(join(home.path, "clew.db"));
  other.exec("BEGIN IMMEDIATE");
  await vi.waitUntil(async () => (await get("/readyz")).status === 503, 20_000);
  const answer = await get("/readyz");
  expect(await answer.json()).toMatchObject({ status: "not_ready", reason: expect.stringContaining("2 s") });
  expect((await get("/healthz")).status).toBe(200);
  expect(await (await get("/metrics")).text()).toContain("thoughtbox_thoughts_total");
  other.exec("ROLLBACK");
  other.close();
  await vi.waitUntil(async () => (await get("/readyz")).status === 200, 20_000);
});

test("[MX7] every line of the log is JSON, and those of a request carry its id", async () => {
  using home = temporaryFolder();
  await using serving = await startServe({ home: home.path }, [
    "--log-format",
    "json",
    "--log-level",
    "debug",
  ]);
  await using on = await connectHttp("2026-07-28", serving.url, { "X-Request-Id": "trace-me-7" });
  await call(on.client, "think", { thought: "What is known?" });
  await call(on.client, "thoughtbox_gateway", { operation: "cipher" });
  const lines = () =>
    serving
      .log()
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  const calls = () => lines().filter(({ event }) => event === "tool call");
  await vi.waitUntil(() => calls().length === 2);
  expect(calls()).toMatchObject([
    { requestId: "trace-me-7", tool: "think", outcome: "ok" },
    { requestId: "trace-me-7", tool: "thoughtbox_gateway", outcome: "HANDLE_REQUIRED" },
  ]);
  const requests = lines().filter(({ event }) => event === "request");
  expect(requests[0]).toMatchObject({ requestId: "trace-me-7", method: "POST", path: "/mcp", status: 200 });
});
