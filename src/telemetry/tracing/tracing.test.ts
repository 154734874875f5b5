import { expect, test } from "vitest";
import { startCollector } from "../../../test/support/collector.ts";
import { openTracing } from "./open-tracing.ts";
import { readTraceparent } from "./span.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SPAN = "b7ad6b7169203331";
const service = { name: "clew", version: "1.0.0" };
const none = () => undefined;

test.each([
  [`00-${TRACE}-${SPAN}-01`, true],
  [`00-${TRACE}-${SPAN}-00`, false],
  [`01-${TRACE}-${SPAN}-01-later`, true],
])("[MX8] the traceparent %s is read", (text, sampled) => {
  expect(readTraceparent(text)).toEqual({ traceId: TRACE, spanId: SPAN, sampled });
});

test.each([
  undefined,
  7,
  "",
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE}-${SPAN}-01-more`,
  `ff-${TRACE}-${SPAN}-01`,
  `00-${"0".repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${"0".repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
])("[MX8] %j is not a traceparent", (text) => {
  expect(readTraceparent(text)).toBeUndefined();
});

test("[MX8] work inside a call is below its span, and the span below its caller's", async () => {
  await using collector = await startCollector();
  const tracing = openTracing({
    endpoint: collector.url,
    headers: "x-key=a%3Db, other=2",
    service,
    onLost: none,
  });
  const call = { tool: "reasoning_linear", traceparent: `00-${TRACE}-${SPAN}-01` };
  await tracing.call(
    call,
    async () => {
      tracing.turnEnded({
        name: "openai-compatible",
        pipe: "gpt-5-mini",
        latencyMs: 40,
        usage: { inputTokens: 7, outputTokens: 3 },
      });
      tracing.cellRan({ status: "timeout", exitCode: null, durationMs: 30 });
    },
    () => "ENGINE_TIMEOUT",
  );
  await tracing.close();
  const spans = collector.spans();
  const [turn, run, tool] = spans;
  expect(spans.map(({ traceId }) => traceId)).toEqual([TRACE, TRACE, TRACE]);
  expect(tool).toMatchObject({
    name: "execute_tool reasoning_linear",
    kind: 2,
    parentSpanId: SPAN,
    status: { code: 2 },
    attributes: {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "reasoning_linear",
      "mcp.method.name": "tools/call",
      "error.type": "ENGINE_TIMEOUT",
    },
  });
  expect(turn).toMatchObject({
    name: "chat gpt-5-mini",
    kind: 3,
    parentSpanId: tool!.spanId,
    attributes: {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "openai",
      "gen_ai.request.model": "gpt-5-mini",
      "gen_ai.usage.input_tokens": 7,
      "gen_ai.usage.output_tokens": 3,
    },
  });
  expect(Number(BigInt(turn!.endTimeUnixNano) - BigInt(turn!.startTimeUnixNano)) / 1e6).toBeCloseTo(40, 1);
  expect(run).toMatchObject({
    name: "execute_tool run_cell",
    parentSpanId: tool!.spanId,
    attributes: { "clew.notebook.status": "timeout", "error.type": "timeout" },
  });
  expect(collector.requests[0]).toMatchObject({
    url: "/v1/traces",
    headers: { "content-type": "application/json", "x-key": "a=b", other: "2" },
  });
  expect(collector.resource()).toEqual({ "service.name": "clew", "service.version": "1.0.0" });
});

test("[MX8] an unsampled caller is not traced, and a caller without a trace starts one", async () => {
  await using collector = await startCollector();
  const tracing = openTracing({ endpoint: `${collector.url}/`, service, onLost: none });
  const call = (traceparent: unknown) =>
    tracing.call(
      { tool: "think", traceparent },
      async () => tracing.turnEnded({ name: "a", latencyMs: 1 }),
      none,
    );
  await call(`00-${TRACE}-${SPAN}-00`);
  await call("nonsense");
  await tracing.close();
  const spans = collector.spans();
  expect(spans).toHaveLength(2);
  expect(spans[1]!.traceId).not.toBe(TRACE);
  expect(spans[1]!.parentSpanId).toBeUndefined();
  expect(spans[0]!.parentSpanId).toBe(spans[1]!.spanId);
});

test("[MX8] a call that throws is a failed span, and still throws", async () => {
  await using collector = await startCollector();
  const tracing = openTracing({ endpoint: collector.url, service, onLost: none });
  const thrown = new Error("broken");
  await expect(tracing.call({ tool: "think" }, () => Promise.reject(thrown), none)).rejects.toBe(thrown);
  await tracing.close();
  expect(collector.spans()).toMatchObject([{ attributes: { "error.type": "INTERNAL" } }]);
});

test("[MX8] if the collector refuses or is unreachable, spans are lost and it is reported once", async () => {
  await using collector = await startCollector(500);
  for (const [endpoint, reason] of [
    [collector.url, "HTTP 500"],
    ["http://127.0.0.1:1", expect.any(String)],
  ] as const) {
    const lost: unknown[] = [];
    const tracing = openTracing({ endpoint, service, onLost: (...details) => lost.push(details) });
    for (let count = 0; count < 600; count += 1)
      await tracing.call({ tool: "think" }, () => Promise.resolve(), none);
    await tracing.close();
    expect(lost).toEqual([[expect.any(Number), reason]]);
  }
});
