import { expect, test } from "vitest";
import type { SamplingOptions } from "../../src/host/index.ts";
import { hostScene, only } from "../support/host-scene.ts";
import { odd } from "../support/server-sets.ts";

const params = {
  messages: [{ role: "user", content: { type: "text", text: "Say something" } }],
  systemPrompt: "Be short",
  maxTokens: 1_000_000,
};
const asking = (...steps: readonly number[]) => ({
  thinking: "The server will ask.",
  toolCalls: steps.map((step) => ({
    name: "ask",
    input: { method: "sampling/createMessage", params, step },
  })),
});
const allow: SamplingOptions = { approve: () => true };

test("[HC16] servers are offered no model unless the operator allows it", async () => {
  await using scene = await hostScene([asking(1), "Done."]);
  const session = await scene.manager.initializeSession(scene.config({ servers: { odd: odd() } }));
  const { toolCalls } = await scene.manager.sendMessage(session.id, "Go.");
  expect(toolCalls[0]?.result).toMatch("-32601");
  expect(scene.asked()).toHaveLength(2);
});

test("[HC16] a request that is approved is answered without tools, and counts against the limits", async () => {
  const seen: unknown[] = [];
  const approve: SamplingOptions["approve"] = (request) => seen.push(request) > 0;
  await using scene = await hostScene([asking(1), "Lent.", "Done."], { sampling: { approve } });
  const session = await scene.manager.initializeSession(
    scene.config({ servers: { odd: odd() }, limits: { tokens: { per_session: 1_000_000 } } }),
  );
  const chunks = await Array.fromAsync(scene.manager.sendMessageStream(session.id, "Go."));
  expect(only(chunks, "tool_result")[0]?.content).toMatch('"text":"Lent."');
  expect(seen).toMatchObject([
    { server: "odd", systemPrompt: "Be short", messages: [{ text: "Say something" }] },
  ]);
  const [, lent] = scene.asked();
  expect(lent?.body.max_tokens).toBe(4_096);
  expect(JSON.stringify(lent?.body.system)).toMatch("Be short");
  expect(lent?.body.tools).toBeUndefined();
  const usage = only(chunks, "usage");
  expect(usage).toHaveLength(3);
  const tokens = usage.reduce((sum, { usage: one }) => sum + one.inputTokens + one.outputTokens, 0);
  expect(session.usage.inputTokens + session.usage.outputTokens).toBe(tokens);
  expect(session.remaining().session.tokens).toBe(1_000_000 - tokens);
});

test.each<[string, SamplingOptions["approve"], string]>([
  ["is refused", () => false, "The user rejected the sampling request."],
  ["is answered with anything but yes", () => "yes" as never, "The user rejected the sampling request."],
])("[HC16] a request that %s does not reach the model", async (_, approve, why) => {
  await using scene = await hostScene([asking(1), "Done."], { sampling: { approve } });
  const session = await scene.manager.initializeSession(scene.config({ servers: { odd: odd() } }));
  const { toolCalls } = await scene.manager.sendMessage(session.id, "Go.");
  expect(toolCalls[0]?.result).toMatch(why);
  expect(scene.asked()).toHaveLength(2);
});

test("[HC16] the number of sampling requests per message is limited, and an exhausted limit ends them", async () => {
  await using scene = await hostScene([asking(1, 2, 3), "One.", "Two.", "Done."], {
    sampling: { ...allow, perMessage: 2 },
  });
  const session = await scene.manager.initializeSession(scene.config({ servers: { odd: odd() } }));
  const { toolCalls } = await scene.manager.sendMessage(session.id, "Go.");
  expect(toolCalls.map(({ result }) => /One|Two|at most 2 sampling requests/.exec(result)?.[0])).toEqual([
    "One",
    "Two",
    "at most 2 sampling requests",
  ]);
});

test("[HC16] a sampling request cannot spend more than the limits have left", async () => {
  await using scene = await hostScene([asking(1, 2), "One.", "Done."], { sampling: allow });
  const limits = { tokens: { per_message: 60 } };
  const session = await scene.manager.initializeSession(scene.config({ servers: { odd: odd() }, limits }));
  const chunks = await Array.fromAsync(scene.manager.sendMessageStream(session.id, "Go."));
  expect(chunks.at(-1)).toMatchObject({ type: "done", stop: "limit" });
  const spent = only(chunks, "usage").length;
  expect(scene.asked().length).toBe(spent);
  expect(only(chunks, "error")[0]).toMatchObject({ code: "TOKEN_LIMIT" });
});
