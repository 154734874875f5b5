import { expect, test, vi } from "vitest";
import { startModelServer } from "../../src/testing/index.ts";
import { call } from "../support/call.ts";
import { startCollector } from "../support/collector.ts";
import { connectHttp, connectStdio } from "../support/connect.ts";
import { noted, runCode } from "../support/notebook.ts";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const OTHER = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
const SPAN = "b7ad6b7169203331";
const SECRET = "the-moon-is-made-of-cheese";

test("[MX8] over HTTP, calls, model turns and cell runs are one trace with the caller's, without any text", async () => {
  using home = temporaryFolder();
  await using collector = await startCollector();
  await using model = await startModelServer(
    () => ({ text: `{"thought": "${SECRET}", "confidence": 0.9}` }),
    { key: false },
  );
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20abc",
    OPENAI_BASE_URL: model.url,
    OPENAI_MODEL: "gpt-5-mini",
  };
  await using serving = await startServe({ home: home.path, env });
  await using on = await connectHttp("handshake", serving.url, { traceparent: `00-${OTHER}-${SPAN}-01` });
  const result = await call(
    on.client,
    "reasoning_linear",
    { content: SECRET },
    { traceparent: `00-${TRACE}-${SPAN}-01` },
  );
  expect(result.isError).toBe(false);
  await noted(on.client, "create", { title: SECRET, language: "typescript" });
  await runCode(on.client, `"${SECRET}"`);
  const named = (name: string) => collector.spans().filter((span) => span.name === name);
  await vi.waitUntil(() => named("execute_tool run_cell").length === 1, 20_000);
  const [tool] = named("execute_tool reasoning_linear");
  const [turn] = named("chat gpt-5-mini");
  expect(tool).toMatchObject({ traceId: TRACE, parentSpanId: SPAN, kind: 2 });
  expect(tool!.attributes["mcp.session.id"]).toEqual(expect.any(String));
  expect(turn).toMatchObject({ traceId: TRACE, parentSpanId: tool!.spanId, kind: 3 });
  expect(turn!.attributes["gen_ai.usage.output_tokens"]).toBeGreaterThan(0);
  const [run] = named("execute_tool run_cell");
  await vi.waitUntil(() => named("execute_tool notebook").some(({ spanId }) => spanId === run!.parentSpanId));
  expect(run).toMatchObject({ traceId: OTHER, attributes: { "clew.notebook.status": "completed" } });
  expect(collector.bodies()).not.toContain(SECRET);
  expect(collector.requests[0]!.headers.authorization).toBe("Basic abc");
});

test("[MX8] over stdio a span is sent before the server ends, under the caller's trace", async () => {
  using home = temporaryFolder();
  await using collector = await startCollector();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const on = await connectStdio("2026-07-28", { home: home.path, env });
  await call(on.client, "think", { thought: SECRET }, { traceparent: `00-${TRACE}-${SPAN}-01` });
  await on[Symbol.asyncDispose]();
  await vi.waitUntil(() => collector.spans().length > 0);
  expect(collector.spans()).toMatchObject([
    { name: "execute_tool think", traceId: TRACE, parentSpanId: SPAN },
  ]);
});

test("[MX8] an unreachable collector changes nothing for callers", async () => {
  using home = temporaryFolder();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" };
  await using serving = await startServe({ home: home.path, env });
  await using on = await connectHttp("2026-07-28", serving.url);
  expect((await call(on.client, "think", { thought: "On I go." })).isError).toBe(false);
  await vi.waitUntil(() => serving.log().includes("spans lost"), 20_000);
});
