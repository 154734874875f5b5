import { expect, test } from "vitest";
import { hostScene } from "../support/host-scene.ts";
import { connect, odd, say } from "../support/server-sets.ts";
import { shiftingServer } from "../support/shifting-servers.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const slow = "^(a+)+$";
const answering = (outputSchema: object, structured: unknown) => ({
  name: "lookup",
  outputSchema,
  structured,
});

test.each([
  ["pattern", { properties: { a: { type: "string", pattern: slow } } }, { a: `${"a".repeat(34)}!` }],
  [
    "pattern of names",
    { patternProperties: { [slow]: true }, additionalProperties: false },
    { [`${"a".repeat(34)}!`]: 1 },
  ],
  ["format", { properties: { a: { type: "string", format: "email" } } }, { a: `${"a.".repeat(50_000)}@` }],
])("[HC11] an output schema whose %s never ends does not block the host", async (_, schema, value) => {
  using folder = temporaryFolder();
  const server = shiftingServer(folder.path, "server", answering({ type: "object", ...schema }, value));
  await using set = await connect({ server: server.entry });
  const begun = process.cpuUsage();
  expect(await say(set, "lookup")).toBe("lookup is done");
  const { user } = process.cpuUsage(begun);
  // The pattern would take minutes.
  expect(user / 1000).toBeLessThan(10_000);
});

test.each([
  ["throws when it is compiled", { pattern: "(" }],
  ["needs a flag that it does not have", { pattern: "\\p{Nope}" }],
  ["is elsewhere", { $ref: "http://127.0.0.1:1/schema.json" }],
  ["refers to itself", { $ref: "#" }],
])("[HC11] an output schema that %s does not cost the tool", async (_, schema) => {
  using folder = temporaryFolder();
  const server = shiftingServer(folder.path, "server", answering({ type: "object", ...schema }, { a: 1 }));
  await using set = await connect({ server: server.entry });
  expect(await say(set, "lookup")).toBe("lookup is done");
});

test("[HC11] an answer that does not match its schema is still an error", async () => {
  using folder = temporaryFolder();
  const schema = { type: "object", properties: { a: { type: "string" } } };
  const server = shiftingServer(folder.path, "server", answering(schema, { a: 1 }));
  await using set = await connect({ server: server.entry });
  expect(await say(set, "lookup")).toMatch("/a: it must be string");
});

function nested(levels: number): object {
  let schema: object = { type: "string" };
  for (let level = 0; level < levels; level += 1) schema = { type: "object", properties: { a: schema } };
  return schema;
}

test("[HC12] a tool whose schemas are too large or too deep is not offered, and the session says why", async () => {
  using folder = temporaryFolder();
  const values = Array.from({ length: 30_000 }, (_, at) => at);
  const server = shiftingServer(
    folder.path,
    "server",
    { name: "good" },
    { name: "deep", inputSchema: nested(100) },
    { name: "wide", outputSchema: { type: "object", properties: { a: { enum: values } } } },
    { name: "long", description: "x".repeat(600_000) },
  );
  await using scene = await hostScene(["Done."]);
  const session = await scene.manager.initializeSession(scene.config({ servers: { server: server.entry } }));
  expect(session.tools().map(({ name }) => name)).toEqual(["good"]);
  const { warnings } = await scene.manager.sendMessage(session.id, "Hello.");
  expect(warnings).toEqual([
    "'deep' of the server 'server' is not offered: its definition is too large: it is nested more than 64 levels deep.",
    "'wide' of the server 'server' is not offered: its definition is too large: it has more than 20000 values.",
    "'long' of the server 'server' is not offered: its definition is too large: it has more than 500000 characters.",
  ]);
});

test("[HC12] a definition nested a million levels deep is not offered, and the host continues", async () => {
  using folder = temporaryFolder();
  const depth = 1_000_000;
  const server = shiftingServer(folder.path, "server", { name: "first" });
  await using set = await connect({ server: server.entry, odd: odd() });
  await server.offerText(
    `[{"name": "deep", "inputSchema": {"type": "object", "a": ${"[".repeat(depth)}${"]".repeat(depth)}}}]`,
  );
  await expect.poll(() => set.tools().some(({ server: from }) => from === "server")).toBe(false);
  expect(set.status()[0]?.leftOut?.[0]).toMatch("'deep' of the server 'server' is not offered");
  expect(await say(set, "echo", { a: 1 })).toBe('{"a":1}');
});

test.each([
  ["a default for __proto__", '{"__proto__": {"type": "string", "default": "x"}}'],
  [
    "defaults in __proto__",
    '{"__proto__": {"type": "object", "properties": {"polluted": {"default": "yes"}}}}',
  ],
  [
    "defaults in constructor",
    '{"constructor": {"type": "object", "properties": {"polluted": {"default": "yes"}}}}',
  ],
])("[HC11] a form with %s changes nothing but its own answer", async (_, properties) => {
  await using set = await connect(
    { odd: odd() },
    { elicit: async () => ({ action: "accept", content: { name: "Ada" } }) },
  );
  const requestedSchema = { type: "object", properties: JSON.parse(properties) };
  await say(set, "ask", { method: "elicitation/create", params: { message: "Who?", requestedSchema } });
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect((Object as unknown as Record<string, unknown>).polluted).toBeUndefined();
});

test("[HC12] a form whose schema is too large or too deep is refused, and nobody is asked", async () => {
  const asked: unknown[] = [];
  await using set = await connect(
    { odd: odd() },
    {
      async elicit(question) {
        asked.push(question);
        return { action: "accept", content: {} };
      },
    },
  );
  const names = Array.from({ length: 30_000 }, (_, at) => [`m${at}`, { type: "string" }]);
  const requestedSchema = { type: "object", properties: Object.fromEntries(names) };
  const params = { message: "Who?", requestedSchema };
  expect(await say(set, "ask", { method: "elicitation/create", params })).toMatch(
    "The form is too large: it has more than 20000 values",
  );
  expect(asked).toEqual([]);
});

test("[HC1] a tool that can only run as a task is not offered", async () => {
  using folder = temporaryFolder();
  const server = shiftingServer(
    folder.path,
    "server",
    { name: "plain" },
    { name: "both", execution: { taskSupport: "optional" } },
    { name: "task", execution: { taskSupport: "required" } },
  );
  await using set = await connect({ server: server.entry });
  expect(set.tools().map(({ name }) => name)).toEqual(["plain", "both"]);
});
