import { expect, test } from "vitest";
import { answerOf } from "../support/call.ts";
import { connectHttp, eras } from "../support/connect.ts";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { startWebServer } from "../support/web-server.ts";
import { bearer, newPrincipal, writeTokens } from "./principals.ts";

test("[SA4] [MX2] metrics need the scope read, cover all principals, and reveal nothing that one of them sent", async () => {
  using home = temporaryFolder();
  const ann = await newPrincipal(home.path, "ann", "write");
  const bob = await newPrincipal(home.path, "bob", "read");
  const env = { CLEW_TOKENS_FILE: writeTokens(home.path, ann, bob) };
  await using serving = await startServe({ home: home.path, env });
  for (const era of eras) {
    await using connected = await connectHttp(era, serving.url, bearer(ann.token));
    await answerOf(connected.client, "think", { thought: "A heron", session_id: "at-the-pond" });
  }
  const metrics = (token: string) => fetch(new URL("/metrics", serving.address), { headers: bearer(token) });
  expect((await metrics(ann.token)).status).toBe(403);
  const text = await (await metrics(bob.token)).text();
  expect(text).toMatch(/^thoughtbox_thoughts_total\{source="think",kind="main"\} 2$/m);
  expect(text).not.toMatch(/heron|pond|\bann\b|\bbob\b/);
  await using reading = await connectHttp("2026-07-28", serving.url, bearer(bob.token));
  const { data } = await answerOf(reading.client, "observability_gateway", {
    operation: "metrics",
    args: { query: 'thoughtbox_thoughts_total{source="think",kind="main"}' },
  });
  expect(data).toMatchObject({ result: [{ value: [expect.any(Number), "2"] }] });
});

test("[SA4] only operators can query a Prometheus, which knows other programs", async () => {
  const queries: string[] = [];
  await using prometheus = await startWebServer((request, answer) => {
    if (request.url?.startsWith("/api/")) queries.push(request.url);
    answer.setHeader("content-type", "application/json");
    answer.end(JSON.stringify({ status: "success", data: { resultType: "vector", result: [], groups: [] } }));
  });
  using home = temporaryFolder();
  const bob = await newPrincipal(home.path, "bob", "read,write,run,engine");
  const operator = await newPrincipal(home.path, "olga", "read,operator");
  const env = {
    CLEW_TOKENS_FILE: writeTokens(home.path, bob, operator),
    PROMETHEUS_URL: prometheus.url,
  };
  await using serving = await startServe({ home: home.path, env });
  const asked = ["metrics", "metrics_range", "alerts"].map((operation) => ({
    operation,
    args: operation === "alerts" ? {} : { query: 'payroll_euros_total{job="other"}' },
  }));
  for (const era of eras) {
    await using stranger = await connectHttp(era, serving.url, bearer(bob.token));
    for (const one of asked)
      await expect(answerOf(stranger.client, "observability_gateway", one)).rejects.toThrow(/operator/);
    expect(await answerOf(stranger.client, "observability_gateway", { operation: "health" })).toMatchObject({
      status: "healthy",
    });
  }
  expect(queries).toEqual([]);
  await using allowed = await connectHttp("2026-07-28", serving.url, bearer(operator.token));
  for (const one of asked) await answerOf(allowed.client, "observability_gateway", one);
  expect(queries).toHaveLength(3);
});
