import { afterEach, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../../testing/index.ts";
import { serveOnLoopback } from "../../testing/loopback.ts";
import { thinkingOf } from "../thinking.ts";
import { modelFacts } from "./anthropic-models.ts";

let server: Pick<ModelServer, "close" | "url">;
afterEach(() => server.close());

const answering = async (status: number, body: string) => {
  let asked = 0;
  server = await serveOnLoopback(async (_, response) => {
    asked += 1;
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  return { settings: { apiKey: "k", baseUrl: server.url }, asked: () => asked };
};

test.each([
  "claude-3-5-sonnet-20241022",
  "claude-sonnet-4-5",
  "claude-opus-4-6",
  "claude-opus-5",
  "claude-sonnet-5-5",
])("[HT1] the Models API and the table agree on %s", async (model) => {
  server = await startModelServer([]);
  // The scripted service does not tell all efforts.
  const { efforts: _, ...facts } = await modelFacts({ apiKey: "k", baseUrl: server.url }, model);
  const { efforts: __, ...listed } = { efforts: [], ...thinkingOf(model) };
  expect(thinkingOf("an-alias", facts)).toMatchObject(listed);
});

test("[HT1] reads sizes, kinds and efforts from the API", async () => {
  const yes = { supported: true };
  const no = { supported: false };
  const types = { adaptive: yes, between_tools: yes, disabled: no, enabled: no };
  const effort = { supported: true, low: yes, medium: no, high: yes, max: yes, xhigh: null };
  const capabilities = { thinking: { supported: true, types }, effort };
  const { settings, asked } = await answering(
    200,
    JSON.stringify({ id: "m", max_input_tokens: 5000, max_tokens: 700, capabilities }),
  );
  const facts = {
    contextWindow: 5000,
    maxOutput: 700,
    kind: "adaptive",
    takesBudget: false,
    canTurnOff: "between_tools",
    efforts: ["low", "high", "max"],
  };
  expect(await modelFacts(settings, "m")).toEqual(facts);
  expect(await modelFacts(settings, "m")).toEqual(facts);
  expect(asked()).toBe(1);
});

test.each([
  [
    "no capabilities",
    '{"id":"m","max_input_tokens":null,"max_tokens":64000,"capabilities":null}',
    { maxOutput: 64_000 },
  ],
  ["another shape", '{"id":"m","object":"model"}', {}],
  ["invalid numbers", '{"max_input_tokens":"many","max_tokens":-1,"capabilities":{"thinking":{}}}', {}],
  ["a list", "[]", {}],
  ["nothing", "null", {}],
  ["not JSON", "<html>", {}],
])("[HT1] uses the table for what the API omits: %s", async (_, body, facts) => {
  const { settings } = await answering(200, body);
  expect(await modelFacts(settings, "m")).toEqual(facts);
});

test("[HT1] asks an API that does not know the model once, and a failing one again next time", async () => {
  const unknown = await answering(404, "{}");
  expect(await modelFacts(unknown.settings, "m")).toEqual({});
  expect(await modelFacts(unknown.settings, "m")).toEqual({});
  expect(unknown.asked()).toBe(1);
  await server.close();
  const busy = await answering(529, "{}");
  expect(await modelFacts(busy.settings, "m")).toEqual({});
  expect(await modelFacts(busy.settings, "m")).toEqual({});
  expect(busy.asked()).toBe(2);
});

test("[HT1] an API that does not answer or is unreachable delays nobody", async () => {
  server = await serveOnLoopback(async (_, response) => {
    response.writeHead(200).write("{");
  });
  expect(await modelFacts({ apiKey: "k", baseUrl: server.url, timeoutMs: 50 }, "m")).toEqual({});
  expect(await modelFacts({ apiKey: "k", baseUrl: "http://127.0.0.1:1" }, "m")).toEqual({});
  expect(await modelFacts({ apiKey: "no\nkey", baseUrl: "nonsense" }, "m")).toEqual({});
});
