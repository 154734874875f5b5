import { type Client, ProtocolError, SdkHttpError } from "@modelcontextprotocol/client";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerOf } from "../support/call.ts";
import { connectHttp, connectStdio, type Era } from "../support/connect.ts";
import { hostileCalls, hostileTexts, type Thrown } from "../support/hostile.ts";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const thought = { thought: "Still here", thoughtNumber: 1, totalThoughts: 1, nextThoughtNeeded: true };
/** A call of each tool that must work after any other call. */
const sound: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  think: thought,
  thoughtbox: thought,
  sequentialthinking: thought,
  thoughtbox_gateway: { operation: "get_state" },
  mental_models: { operation: "list_tags" },
  recall: { query: "still here" },
};
const tools = ["think", "thoughtbox", "sequentialthinking"];
const sets = "all,classic";
const TRACE = /file:\/\/\/|node:internal|node_modules|\.[jt]s:\d+:\d+/;

describe.each([
  ["stdio", "handshake"],
  ["http", "2026-07-28"],
] as const)("hostile arguments over %s (%s)", (transport, era) => {
  const cleanup = new AsyncDisposableStack();
  const home = cleanup.use(temporaryFolder()).path;
  let client: Client;
  beforeAll(async () => {
    client = await connect(cleanup, transport, era, home);
  });
  afterAll(() => cleanup.disposeAsync());

  async function expectSound(name: string, thrown: Thrown): Promise<void> {
    const { arguments: given, meta } = thrown;
    const said = await settled(() => client.callTool({ name, arguments: given, _meta: meta }));
    expect(said).not.toMatch(TRACE);
    expect(said).not.toContain(home);
    expect(said).not.toContain(process.cwd());
    await answerOf(client, name, sound[name], { workflow_id: "next-call" });
  }

  it.each(Object.keys(sound))("[X1] %s always answers, and the next call works", async (name) => {
    await fc.assert(
      fc.asyncProperty(hostileCalls, (thrown) => expectSound(name, thrown)),
      { numRuns: 200 },
    );
  });

  it("[X1] every operation of the gateway always answers, and the next call works", async () => {
    const opened = await answerOf(client, "thoughtbox_gateway", {
      operation: "start_new",
      args: { title: "Hostile" },
    });
    const { sessionId } = opened;
    await answerOf(client, "thoughtbox_gateway", { operation: "cipher", args: { sessionId } });
    const { tools: listed } = await client.listTools();
    const { properties } = listed.find(({ name }) => name === "thoughtbox_gateway")!.inputSchema;
    // list_roots returns folders on purpose.
    const operations = (properties!.operation as { enum: string[] }).enum.filter(
      (one) => one !== "list_roots",
    );
    const operation = fc.oneof(fc.constantFrom(...operations), hostileTexts);
    const actions = fc.constantFrom(
      "list",
      "get",
      "export",
      "analyze",
      "search",
      "brief",
      "list_tags",
      "dance",
    );
    await fc.assert(
      fc.asyncProperty(operation, actions, hostileCalls, fc.boolean(), (asked, action, thrown, isNamed) => {
        const args = {
          ...thrown.arguments,
          action,
          ...(isNamed && { sessionId }),
          query: "x",
          rootUri: "file:///etc/passwd",
        };
        return expectSound("thoughtbox_gateway", {
          arguments: { operation: asked, args },
          meta: thrown.meta,
        });
      }),
      { numRuns: 300 },
    );
  });

  it("[X1] resources, prompts and completions always answer, and the next call works", async () => {
    const text = fc.oneof(
      hostileTexts,
      hostileTexts.map((one) => `thoughtbox://sessions/${one}/thoughts?after=${one}`),
    );
    const ref = { type: "ref/resource", uri: "thoughtbox://sessions/{sessionId}" } as const;
    await fc.assert(
      fc.asyncProperty(text, text, async (one, other) => {
        const said = [
          await settled(() => client.readResource({ uri: one })),
          await settled(() => client.getPrompt({ name: one, arguments: { task: other } })),
          await settled(() => client.getPrompt({ name: "airline", arguments: { task: other } })),
          await settled(() => client.complete({ ref, argument: { name: "sessionId", value: one } })),
        ];
        expect(said.join("\n")).not.toMatch(TRACE);
        expect(said.join("\n")).not.toContain(home);
        await answerOf(client, "think", { thought: "Still here" }, { workflow_id: "next-call" });
      }),
      { numRuns: 100 },
    );
  });

  const large = 10_000_000;
  it.each(
    tools.flatMap((name) =>
      ["thought", "workflow_id", "branchId", "sessionTitle", "sessionId", "x"].map((field) => [name, field]),
    ),
  )(
    "[X1] %s answers when its %s has ten million characters, and the next call works",
    async (name, field) => {
      await expectSound(name!, { arguments: { thought: "A step", [field!]: "x".repeat(large) }, meta: {} });
    },
  );

  it.each(tools)(
    "[X1] %s answers a thought of a million zero bytes, and the next call works",
    async (name) => {
      const zeros = "\u0000".repeat(large / 16);
      await expectSound(name, { arguments: { thought: zeros }, meta: {} });
      await expectSound(name, { arguments: { thought: `x${"\u0000".repeat(large / 10)}` }, meta: {} });
    },
  );

  it("[X1] with many long branch names, an answer stays within the size that clients accept", async () => {
    for (let branch = 0; branch < 30; branch++)
      await expectSound("thoughtbox", {
        arguments: { thought: "Fork", branchId: `${branch} ${"b".repeat(200_000)}`, workflow_id: "bushy" },
        meta: {},
      });
  });
});

/** The response as text: an answer, a refusal or a JSON-RPC error. A broken connection or no response fails. */
async function settled(ask: () => Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await ask());
  } catch (error) {
    if (error instanceof ProtocolError || error instanceof SdkHttpError) return error.message;
    throw error;
  }
}

async function connect(
  cleanup: AsyncDisposableStack,
  transport: string,
  era: Era,
  home: string,
): Promise<Client> {
  if (transport === "stdio") return cleanup.use(await connectStdio(era, { home }, ["--tools", sets])).client;
  const { url } = cleanup.use(await startServe({ home }, ["--tools", sets]));
  return cleanup.use(await connectHttp(era, url)).client;
}
