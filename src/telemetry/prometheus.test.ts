import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { startWebServer } from "../../test/support/web-server.ts";
import { createPrometheus } from "./prometheus.ts";

type Answer = (request: IncomingMessage, answer: ServerResponse) => void;

async function openPrometheus(answer: Answer) {
  const server = await startWebServer(answer);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return createPrometheus(`${server.url}/prom`);
}
const json = (status: number, body: unknown) => (_: IncomingMessage, answer: ServerResponse) =>
  void answer.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
const failure = (work: Promise<unknown>) => work.catch((error: unknown) => error);

test("[MX4] a query is sent unchanged to the configured address", async () => {
  const asked: unknown[] = [];
  const prometheus = await openPrometheus(async (request, answer) => {
    asked.push([request.method, request.url, Object.fromEntries(new URLSearchParams(await text(request)))]);
    json(200, { status: "success", data: { resultType: "vector", result: [] } })(request, answer);
  });
  const query = 'sum(a{b="c&d=e#\u00e9"})';
  expect(await prometheus.query({ query, time: "5" })).toEqual({ resultType: "vector", result: [] });
  await prometheus.queryRange({ query, start: "1", end: "2", step: "1" });
  expect(asked).toEqual([
    ["POST", "/prom/api/v1/query", { query, time: "5" }],
    ["POST", "/prom/api/v1/query_range", { query, start: "1", end: "2", step: "1" }],
  ]);
});

test("[MX4] a refusal contains Prometheus's own message", async () => {
  const message = 'parse error: unexpected ")"';
  const prometheus = await openPrometheus(
    json(400, { status: "error", errorType: "bad_data", error: message }),
  );
  expect(await failure(prometheus.query({ query: ")" }))).toMatchObject({
    code: "INVALID_ARGUMENT",
    message: `Prometheus refused the query: ${message}.`,
  });
});

test.each<[string, Answer, object]>([
  [
    "a fault of its own",
    json(503, { status: "error", errorType: "timeout", error: "query timed out" }),
    { code: "PROMETHEUS_FAILED", message: expect.stringContaining("query timed out") },
  ],
  [
    "a page of another program",
    (_, answer) => void answer.end("<html>"),
    { code: "PROMETHEUS_FAILED", message: expect.stringContaining("not an answer of a Prometheus") },
  ],
  [
    "a way to another server",
    (_, answer) => void answer.writeHead(307, { location: "http://127.0.0.1:1/" }).end(),
    { code: "PROMETHEUS_FAILED" },
  ],
  [
    "too much",
    (_, answer) => void answer.end(`{"status":"success","data":"${"x".repeat(1_100_000)}"}`),
    { code: "INVALID_ARGUMENT", message: expect.stringContaining("Query less data") },
  ],
  ["a broken connection", (_, answer) => void answer.destroy(), { code: "PROMETHEUS_FAILED" }],
])("[MX4] describes %s correctly", async (_, answer, expected) => {
  const prometheus = await openPrometheus(answer);
  expect(await failure(prometheus.query({ query: "up" }))).toMatchObject(expected);
});

test("[MX4] a cancelled call ends", async () => {
  const controller = new AbortController();
  const prometheus = await openPrometheus(() => controller.abort());
  expect(await failure(prometheus.query({ query: "up" }, controller.signal))).toMatchObject({
    code: "CANCELLED",
  });
});
