import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, expect, test, vi } from "vitest";
import { answerOf, call } from "../support/call.ts";
import { clewCommand, clewEnvironment, runClew } from "../support/clew.ts";
import { prepareLedger } from "../support/deployment-ledger.ts";
import { textOf } from "../support/ledger.ts";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const THOUGHT = "The queue is a table, because one server is enough for 4,000 jobs a second.";
const FACTS = JSON.stringify({
  facts: [
    { seq: 1, kind: "decision", text: "The queue is a table", quotation: "The queue is a table" },
    { seq: 1, kind: "decision", text: "The queue is Redis", quotation: "The queue is Redis" },
    { seq: 1, kind: "open", text: "Who runs the table?", quotation: THOUGHT.repeat(5) },
  ],
});

let cleanup = new AsyncDisposableStack();
afterEach(async () => {
  await cleanup.disposeAsync();
  cleanup = new AsyncDisposableStack();
});

interface Lender {
  readonly client: Client;
  /** What its model was asked. */
  readonly prompts: string[];
}

type Model = () => string | Promise<string>;
type Mode = "legacy" | "2026-07-28";

function lender(model: Model, mode: Mode = "legacy"): Lender {
  const versionNegotiation = mode === "legacy" ? ({ mode } as const) : ({ mode: { pin: mode } } as const);
  const client = new Client(
    { name: "lender", version: "0.0.0" },
    { capabilities: { sampling: {} }, versionNegotiation },
  );
  const prompts: string[] = [];
  client.setRequestHandler("sampling/createMessage", async ({ params }) => {
    prompts.push(JSON.stringify(params.messages));
    return { role: "assistant", model: "client-model-1", content: { type: "text", text: await model() } };
  });
  return { client, prompts };
}

/** A client over stdio that lends its model, with the environment that lets it read for facts. */
async function onStdio(model: Model, more: Readonly<Record<string, string>> = {}) {
  const home = cleanup.use(temporaryFolder()).path;
  await prepareLedger(home);
  const on = lender(model);
  await on.client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [clewCommand, "mcp"],
      env: clewEnvironment({ home, env: { CLEW_FACTS: "model", ...more } }),
      stderr: "ignore",
    }),
  );
  cleanup.defer(() => on.client.close());
  return { ...on, home };
}

async function onHttp(url: URL, model: Model, mode: Mode = "legacy"): Promise<Lender> {
  const on = lender(model, mode);
  await on.client.connect(new StreamableHTTPClientTransport(url));
  cleanup.defer(() => on.client.close());
  return on;
}

const finish = (client: Client, thought = THOUGHT) =>
  answerOf(client, "thoughtbox", { thought, nextThoughtNeeded: false });

async function factsOf(client: Client, sessionId: unknown) {
  const { facts = [] } = JSON.parse(await textOf(client, `thoughtbox://sessions/${sessionId}`)) as {
    facts?: readonly Record<string, unknown>[];
  };
  return facts;
}

const soon = { timeout: 30_000, interval: 100 };
const extracted = [expect.objectContaining({ text: "The queue is a table", origin: "extracted" })];

test("[FA25] on stdio the client's model reads its finished sessions; lies and over-long quotations are dropped", async () => {
  const { client, prompts, home } = await onStdio(() => FACTS);
  const { sessionId } = await finish(client);
  await vi.waitFor(async () => expect(await factsOf(client, sessionId)).toEqual(extracted), soon);
  expect(prompts).toHaveLength(1);
  await vi.waitFor(async () => {
    const { stdout } = await runClew(["invocations", "list", "--json"], { home });
    expect(stdout).toContain("client-model-1");
  }, soon);
});

test("[FA25] over HTTP, each client's model reads only what that client recorded, and a stateless one is not asked", async () => {
  const home = cleanup.use(temporaryFolder()).path;
  const serving = cleanup.use(await startServe({ home, env: { CLEW_FACTS: "model" } }));
  const stateless = await onHttp(serving.url, () => FACTS, "2026-07-28");
  await finish(stateless.client, "A pelican, read by nobody.");
  const garbage = await onHttp(serving.url, () => "I would rather write a poem.");
  await finish(garbage.client, "A heron, read in vain.");
  const honest = await onHttp(serving.url, () => FACTS);
  const { sessionId } = await finish(honest.client);
  await vi.waitFor(async () => expect(await factsOf(honest.client, sessionId)).toEqual(extracted), soon);
  await vi.waitFor(() => expect(garbage.prompts).toHaveLength(1), soon);
  expect(garbage.prompts[0]).toContain("heron");
  expect(honest.prompts).toHaveLength(1);
  expect(honest.prompts[0]).not.toMatch(/heron|pelican/);
  expect(stateless.prompts).toEqual([]);
});

test.each([
  ["declines", () => Promise.reject(Object.assign(new Error("no"), { code: -1 }))],
  ["never answers", () => new Promise<string>(() => {})],
])("[FA26] a client whose model %s keeps its tools, and is asked once", async (_, model) => {
  const { client, prompts } = await onStdio(model);
  const { sessionId } = await finish(client);
  await vi.waitFor(() => expect(prompts).toHaveLength(1), soon);
  const next = await call(client, "thoughtbox", { thought: "Another session.", nextThoughtNeeded: false });
  expect(next.isError).toBe(false);
  expect(await factsOf(client, sessionId)).toEqual([]);
  expect(prompts).toHaveLength(1);
});
