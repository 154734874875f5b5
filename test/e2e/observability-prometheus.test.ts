import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { parse, stringify } from "yaml";
import { observabilityFiles } from "../../scripts/dashboards.ts";
import { type ModelServer, startModelServer } from "../../src/testing/index.ts";
import { answerOf, call } from "../support/call.ts";
import { type Connected, connectHttp } from "../support/connect.ts";
import { noted, runCode } from "../support/notebook.ts";
import { freePort } from "../support/ports.ts";
import { usePostgres } from "../support/postgres-ledger.ts";
import { hasPrometheus } from "../support/programs-installed.ts";
import { type RunningPrometheus, startPrometheus } from "../support/prometheus.ts";
import { type Serving, startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const RULES = "integrations/observability/prometheus/alerts.yml";

/** Every expression of a panel or an alert. */
const expressions = Object.entries(observabilityFiles()).flatMap(([name, text]): [string, string][] =>
  name.endsWith(".json")
    ? JSON.parse(text).panels.flatMap(({ title, targets }: { title: string; targets: { expr: string }[] }) =>
        targets.map(({ expr }) => [`${name} ${title}`, expr]),
      )
    : parse(text).groups[0].rules.map(({ alert, expr }: Record<string, string>) => [alert, expr]),
);
/** Expressions without a result unless something is wrong. */
const isOfTrouble = (expr: string) => /outcome="failed"|taken_over|[<>=] 0(\.\d+)?$|> \d+$/.test(expr);

describe.runIf(hasPrometheus)("with a Prometheus that scrapes a real server", () => {
  const home = temporaryFolder();
  // Jobs are counted where a database server hands them out.
  const postgres = usePostgres();
  let model: ModelServer;
  let serving: Serving;
  let prometheus: RunningPrometheus;
  let on: Connected;
  // biome-ignore lint/suspicious/noExplicitAny: what Prometheus answers is checked by the tests themselves.
  const ask = (operation: string, args?: object): Promise<any> =>
    answerOf(on.client, "observability_gateway", { operation, ...(args && { args }) });
  const series = async (query: string): Promise<readonly { metric: object; value: [number, string] }[]> =>
    (await ask("metrics", { query })).data.result;

  /** Does something of everything that has a metric. */
  async function work(): Promise<void> {
    const { client } = on;
    await call(client, "think", { thought: "What is known?" });
    const chain = { thoughtNumber: 1, totalThoughts: 3, nextThoughtNeeded: true };
    const { sessionId } = await answerOf(client, "thoughtbox", { ...chain, thought: "First." });
    await call(client, "thoughtbox", {
      ...chain,
      sessionId,
      thought: "Again.",
      isRevision: true,
      revisesThought: 1,
    });
    await fetch(new URL(`/api/sessions/${sessionId}/notes`, serving.address), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ text: "Look at the cache first." }),
    });
    await call(client, "thoughtbox", { ...chain, sessionId, thoughtNumber: 2, thought: "Second." });
    await call(client, "recall", { query: "first" });
    await call(client, "observability_gateway", { operation: "dance" });
    await call(client, "reasoning_linear", { content: "Why?" });
    await call(client, "thoughtbox_gateway", { operation: "list_sessions" });
    await runCode(client, "1 + 1");
  }

  beforeAll(async () => {
    const port = await freePort();
    model = await startModelServer(() => ({ text: '{"thought": "So.", "confidence": 0.9}' }), { key: false });
    const env = {
      PROMETHEUS_URL: `http://127.0.0.1:${port}`,
      OPENAI_BASE_URL: model.url,
      OPENAI_MODEL: "gpt-5-mini",
      DATABASE_URL: await postgres.newLedger(),
    };
    serving = await startServe({ home: home.path, env });
    on = await connectHttp("handshake", serving.url);
    const own = join(home.path, "rules.yml");
    const rule = { alert: "AlwaysThere", expr: "vector(1)", labels: { severity: "none" } };
    writeFileSync(own, stringify({ groups: [{ name: "test", rules: [rule] }] }));
    prometheus = await startPrometheus(port, {
      targets: [new URL(serving.address).host],
      rules: [resolve(RULES), own],
    });
    await noted(on.client, "create", { title: "Metrics", language: "typescript" });
    await work();
    await vi.waitUntil(async () => (await series('up{job="clew"} == 1')).length > 0, 60_000);
    // A rate needs a change between two scrapes.
    await work();
    await vi.waitUntil(
      async () => (await series("sum(rate(thoughtbox_engine_calls_total[5m])) > 0")).length > 0,
      60_000,
    );
  }, 180_000);
  afterAll(async () => {
    await on?.[Symbol.asyncDispose]();
    await prometheus?.[Symbol.asyncDispose]();
    await serving?.[Symbol.asyncDispose]();
    await model?.close();
    home[Symbol.dispose]();
  });

  test("[MX4] the seed's instant query answers what Prometheus has scraped", async () => {
    const found = await series("thoughtbox_thoughts_total");
    expect(found).toContainEqual({
      metric: {
        __name__: "thoughtbox_thoughts_total",
        source: "thoughtbox",
        kind: "revision",
        instance: new URL(serving.address).host,
        job: "clew",
      },
      value: [expect.any(Number), "2"],
    });
  });

  test("[MX4] the seed's range query is passed on unchanged, and a current range has points", async () => {
    const query = "rate(thoughtbox_thoughts_total[5m])";
    const past = { start: "2025-01-15T10:00:00Z", end: "2025-01-15T12:00:00Z", step: "1m" };
    expect(await ask("metrics_range", { query, ...past })).toEqual({
      status: "success",
      data: { resultType: "matrix", result: [] },
      source: "prometheus",
    });
    const { data } = await ask("metrics_range", { query: "sum(thoughtbox_thoughts_total)", step: 1 });
    expect(data.result[0].values.at(-1)).toEqual([expect.any(Number), expect.stringMatching(/^\d+$/)]);
  });

  test("[MX4] a refusal of Prometheus is passed on in its own words", async () => {
    const answer = await call(on.client, "observability_gateway", {
      operation: "metrics",
      args: { query: "rate(thoughtbox_thoughts_total" },
    });
    expect(answer.isError).toBe(true);
    expect(answer.structured).toMatchObject({
      error: { code: "INVALID_ARGS", message: expect.stringContaining("unclosed left parenthesis") },
    });
  });

  test.each(expressions)("[MX5] %s runs", async (_, query) => {
    const { status, data } = await ask("metrics", { query });
    expect([status, data.resultType]).toEqual(["success", "vector"]);
    if (!isOfTrouble(query)) expect(data.result.length, query).toBeGreaterThan(0);
  });

  test("[MX3] alerts are those of Prometheus, by their state", async () => {
    await vi.waitUntil(async () => (await ask("alerts", { state: "firing" })).count > 0, 30_000);
    expect(await ask("alerts", { state: "firing" })).toMatchObject({
      alerts: [{ name: "AlwaysThere", state: "firing", labels: { severity: "none" }, value: "1e+00" }],
      count: 1,
    });
    const { alerts } = await ask("alerts", { state: "inactive" });
    const rules = parse(readFileSync(RULES, "utf8")).groups[0].rules;
    expect(alerts.map(({ name }: { name: string }) => name)).toEqual(
      rules.map(({ alert }: { alert: string }) => alert),
    );
    expect((await ask("alerts")).count).toBe(rules.length + 1);
  });

  test("[MX3] health reports that Prometheus is up", async () => {
    expect(await ask("health")).toMatchObject({
      status: "healthy",
      services: {
        store: { status: "up" },
        prometheus: { status: "up" },
        grafana: { status: "not_configured" },
      },
    });
  });

  test("[MX1] promtool accepts /metrics", async () => {
    const text = await (await fetch(new URL("/metrics", serving.address))).text();
    expect(execFileSync("promtool", ["check", "metrics"], { input: text, encoding: "utf8" })).toBe("");
  });
});
