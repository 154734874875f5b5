import { afterAll, beforeAll, expect, test } from "vitest";
import type { Callbacks } from "../../src/mcp/connect/index.ts";
import { type Profile, serveFixtures } from "../conformance/serve.ts";
import { connect, odd, say } from "../support/server-sets.ts";

let fixtures: Profile;
beforeAll(async () => {
  fixtures = await serveFixtures();
});
afterAll(() => fixtures.stop());

const form = { type: "object", properties: { name: { type: "string", default: "nobody" } } };
const question = {
  method: "elicitation/create",
  params: { message: "Who are you?", requestedSchema: form },
};
const sampling = {
  method: "sampling/createMessage",
  params: {
    messages: [{ role: "user", content: { type: "text", text: "Say something" } }],
    systemPrompt: "Be short",
    maxTokens: 5,
  },
};
const callbacks: Callbacks = {
  elicit: async () => ({ action: "accept", content: { name: "Ada" } }),
  sample: async ({ server, messages, systemPrompt, maxTokens }) => ({
    model: "scripted",
    text: `${server}: ${messages.map(({ role, text }) => `${role} ${text}`).join()}; ${systemPrompt}; ${maxTokens}`,
    stopReason: "endTurn",
  }),
  roots: async (server) => [{ uri: `file:///work/${server}`, name: "work" }],
};

test("[HC4] without a callback a question is declined, and servers are offered only the capabilities that exist", async () => {
  await using set = await connect({ odd: odd() });
  expect(await say(set, "ask", question)).toBe('{"action":"decline"}');
  expect(JSON.parse(await say(set, "greeting")).capabilities).toEqual({
    elicitation: { form: { applyDefaults: true } },
  });
  expect(await say(set, "ask", sampling)).toMatch("-32601");
  expect(await say(set, "ask", { method: "roots/list" })).toMatch("-32601");
});

test("[HC4] the host's callbacks answer questions, provide a model and list folders", async () => {
  await using set = await connect({ odd: odd() }, callbacks);
  expect(Object.keys(JSON.parse(await say(set, "greeting")).capabilities)).toEqual([
    "elicitation",
    "sampling",
    "roots",
  ]);
  expect(await say(set, "ask", question)).toBe('{"action":"accept","content":{"name":"Ada"}}');
  expect(JSON.parse(await say(set, "ask", sampling))).toEqual({
    role: "assistant",
    content: { type: "text", text: "odd: user Say something; Be short; 5" },
    model: "scripted",
    stopReason: "endTurn",
  });
  expect(await say(set, "ask", { method: "roots/list" })).toBe(
    '{"roots":[{"uri":"file:///work/odd","name":"work"}]}',
  );
});

test("[HC4] the same callbacks answer a server of the stateless revision", async () => {
  await using set = await connect({ suite: { url: fixtures.url } }, callbacks);
  expect(set.status()).toMatchObject([{ era: "stateless" }]);
  expect(await say(set, "test_input_required_result_elicitation")).toMatch("Ada");
  expect(await say(set, "test_input_required_result_sampling")).toMatch("suite: user");
  expect(await say(set, "test_input_required_result_list_roots")).toMatch("file:///work/suite");
});

test("[HC4] a call's clock pauses while a person is asked, and a form's defaults need not be filled in", async () => {
  const asked: unknown[] = [];
  await using set = await connect(
    { odd: { ...odd(), timeout: 1_000 } },
    {
      elicit: async (one) => {
        asked.push(one);
        if (asked.length > 1) return { action: "accept" };
        // A later call with a longer time limit ends before this one is answered.
        expect((await set.call("hang", {}, { timeoutMs: 1_500 })).isError).toBe(true);
        return { action: "accept", content: { name: "Ada" } };
      },
    },
  );
  expect(await say(set, "ask", question)).toBe('{"action":"accept","content":{"name":"Ada"}}');
  expect(asked).toEqual([{ server: "odd", message: "Who are you?", schema: form }]);
  expect(await say(set, "ask", question)).toBe('{"action":"accept","content":{"name":"nobody"}}');
});

test("[HC4] a callback that throws is a form that was not answered", async () => {
  await using set = await connect({ odd: odd() }, { elicit: () => Promise.reject(new Error("secret")) });
  expect(await say(set, "ask", question)).toBe('{"action":"cancel"}');
});

test("[HC4] images, audio, resources and links of an answer have our own types", async () => {
  await using set = await connect({ suite: { url: fixtures.url } });
  const kinds = async (tool: string) => (await set.call(tool, {})).content.map(({ type }) => type);
  expect(await kinds("test_image_content")).toEqual(["image"]);
  expect(await kinds("test_audio_content")).toEqual(["audio"]);
  expect(await kinds("test_embedded_resource")).toEqual(["resource"]);
  expect(await kinds("test_multiple_content_types")).toEqual(["text", "image", "resource"]);
  expect(await set.call("test_error_handling", {})).toMatchObject({ isError: true });
});
