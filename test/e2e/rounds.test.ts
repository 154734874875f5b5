import { pathToFileURL } from "node:url";
import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, test } from "vitest";
import { answerOf, call } from "../support/call.ts";
import { clewCommand, clewEnvironment } from "../support/clew.ts";
import { prepareLedger } from "../support/deployment-ledger.ts";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

type Model = (prompt: string) => string;

/** A 2026-07-28 client that offers its model and names a folder. */
function lender(model: Model, folder: string) {
  const client = new Client(
    { name: "lender", version: "0.0.0" },
    { capabilities: { sampling: {}, roots: {} }, versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  const prompts: string[] = [];
  client.setRequestHandler("sampling/createMessage", ({ params }) => {
    const { content } = params.messages.at(-1)!;
    const text = !Array.isArray(content) && content.type === "text" ? content.text : "";
    const prompt = `${params.systemPrompt}\n${text}`;
    prompts.push(prompt);
    return { role: "assistant", model: "client-model-1", content: { type: "text", text: model(prompt) } };
  });
  client.setRequestHandler("roots/list", () => ({
    roots: [{ uri: pathToFileURL(folder).href, name: "work" }],
  }));
  return { client, prompts };
}

async function open(kind: "stdio" | "http", model: Model) {
  const home = temporaryFolder();
  const work = temporaryFolder();
  await prepareLedger(home.path);
  const server = kind === "http" ? await startServe({ home: home.path }) : undefined;
  const transport: Transport = server
    ? new StreamableHTTPClientTransport(server.url)
    : new StdioClientTransport({
        command: process.execPath,
        args: [clewCommand, "mcp"],
        env: clewEnvironment({ home: home.path }),
        stderr: "ignore",
      });
  const { client, prompts } = lender(model, work.path);
  await client.connect(transport);
  return {
    client,
    prompts,
    work: work.path,
    async [Symbol.asyncDispose]() {
      await client.close();
      await server?.[Symbol.asyncDispose]();
      home[Symbol.dispose]();
      work[Symbol.dispose]();
    },
  };
}

const thought = (text: string, confidence: number) => JSON.stringify({ thought: text, confidence });

/** Answers each question of a tree in the requested form. */
const forTree: Model = (prompt) => {
  if (prompt.includes('"winner"')) return JSON.stringify({ verdict: "It is simplest.", winner: "queue" });
  if (prompt.includes('"approaches"'))
    return JSON.stringify({
      approaches: [
        { name: "queue", idea: "Wait in line" },
        { name: "cache", idea: "Keep it near" },
        { name: "shard", idea: "Cut it up" },
      ],
    });
  return thought("It works.", 0.7);
};

describe.each(["stdio", "http"] as const)("a 2026-07-28 client that offers its model, %s", (kind) => {
  test("[P24] its model takes a step of linear reasoning, recorded once", async () => {
    await using on = await open(kind, () => thought("From the client.", 0.6));
    const answer = await answerOf(on.client, "reasoning_linear", {
      content: "Whose model?",
      session_id: "mine",
    });
    expect(answer).toMatchObject({ content: "From the client.", confidence: 0.6, session_id: "mine" });
    expect(on.prompts).toHaveLength(1);
    const again = await answerOf(on.client, "reasoning_linear", { content: "And then?", session_id: "mine" });
    expect(again.previous_thought).toBe(answer.thought_id);
  });

  test("[P25] a thought with a critique is recorded once, whatever the number of rounds", async () => {
    await using on = await open(kind, () => "Too short.");
    const answer = await call(on.client, "thoughtbox", { thought: "A step.", critique: true });
    expect(answer.structured).toMatchObject({
      thoughtHistoryLength: 1,
      critique: { text: "Too short.", model: "client-model-1" },
    });
    expect(answer.meta).not.toHaveProperty("clew/replayed");
    const next = await answerOf(on.client, "thoughtbox", {
      thought: "Another.",
      sessionId: answer.structured!.sessionId,
    });
    expect(next).toMatchObject({ thoughtNumber: 2, thoughtHistoryLength: 2 });
  });

  test("[P25] several steps of a model are several rounds, each thought recorded once", async () => {
    await using on = await open(kind, forTree);
    const answer = await answerOf(on.client, "reasoning", {
      operation: "tree",
      args: { content: "How to make it faster?" },
    });
    expect(answer).toMatchObject({ verdict: { winner: "queue" } });
    expect((answer.branches as object[]).length).toBe(3);
    expect(on.prompts).toHaveLength(5);
    expect(new Set(on.prompts).size).toBe(5);
    const found = await answerOf(on.client, "recall", { query: "It works", sessionId: answer.session_id });
    expect((found.results as object[]).length).toBe(3);
  });

  test("[P26] a call that needs more rounds than a client supports is refused with what to do", async () => {
    await using on = await open(kind, (prompt) =>
      prompt.includes('"change_needed"')
        ? JSON.stringify({ critique: "Not good yet.", change_needed: true })
        : thought(`Version ${Math.random()}.`, 0.1),
    );
    const answer = await call(on.client, "reasoning", {
      operation: "reflection",
      args: { content: "Why?", rounds: 5, threshold: 0.99 },
    });
    expect(answer.isError).toBe(true);
    expect(answer.text).toMatch(/at most 10 rounds.*ANTHROPIC_API_KEY/);
  });

  test("[P24] its folders are listed, and bound only inside", async () => {
    await using on = await open(kind, () => "");
    const uri = pathToFileURL(on.work).href;
    const gateway = (operation: string, args = {}) =>
      call(on.client, "thoughtbox_gateway", { operation, args: { ...args } }, { session_id: "mine" });
    expect((await gateway("list_roots")).structured).toEqual({ roots: [{ uri, name: "work" }] });
    expect((await gateway("bind_root", { rootUri: uri })).structured).toMatchObject({ rootUri: uri });
    expect((await gateway("bind_root", { rootUri: "file:///usr" })).text).toContain("ROOT_NOT_ALLOWED");
  });
});

test("[P24] a client that offers no model is asked to configure one, without an error of a provider", async () => {
  using home = temporaryFolder();
  await using server = await startServe({ home: home.path });
  const client = new Client(
    { name: "plain", version: "0.0.0" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  await client.connect(new StreamableHTTPClientTransport(server.url));
  const answer = await call(client, "reasoning_linear", { content: "Whose model?" });
  expect(answer.isError).toBe(true);
  expect(answer.text).toMatch(/^Error: ApiError: This needs a model, and no engine is configured\./);
  await client.close();
});

describe("the state that travels through the client", () => {
  const envelope = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "raw", version: "0" },
    "io.modelcontextprotocol/clientCapabilities": { sampling: {} },
  };
  let id = 0;

  /** One round by hand. */
  async function send(
    url: URL,
    given: Readonly<Record<string, unknown>>,
    more: object = {},
    token?: string,
  ): Promise<{
    readonly result?: Round;
    readonly error?: { readonly code: number; readonly message: string };
  }> {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
        "mcp-name": "thoughtbox",
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: ++id,
        method: "tools/call",
        params: { name: "thoughtbox", arguments: given, _meta: envelope, ...more },
      }),
    });
    const text = await response.text();
    const data = text.startsWith("{")
      ? text
      : text
          .split("\n")
          .findLast((line) => line.startsWith("data: {"))!
          .slice(6);
    return JSON.parse(data);
  }

  interface Round {
    readonly resultType?: string;
    readonly requestState?: string;
    readonly inputRequests?: Readonly<Record<string, unknown>>;
    readonly structuredContent?: Readonly<Record<string, unknown>>;
  }

  const given = { thought: "Signed?", critique: true, thoughtNumber: 1 };
  const answersTo = (round: Round, text = "Fine.") => ({
    requestState: round.requestState,
    inputResponses: Object.fromEntries(
      Object.keys(round.inputRequests!).map((name) => [
        name,
        { role: "assistant", model: "m-1", content: { type: "text", text } },
      ]),
    ),
  });

  test("[P27] is refused if it is forged or sent with another call", async () => {
    using home = temporaryFolder();
    await using server = await startServe({ home: home.path });
    const { result: asked } = await send(server.url, given);
    expect(asked).toMatchObject({ resultType: "input_required" });
    const answers = answersTo(asked!);
    const [version, body, mac] = asked!.requestState!.split(".");
    const payload = JSON.parse(Buffer.from(body!, "base64url").toString());
    payload.p.key = crypto.randomUUID();
    const changed = Buffer.from(JSON.stringify(payload)).toString("base64url");
    const forged = [
      `${version}.${changed}.${mac}`,
      `${version}.${body}.AAAA`,
      "v1.e30.e30",
      "",
      "x".repeat(100_000),
    ];
    for (const requestState of forged)
      expect((await send(server.url, given, { ...answers, requestState })).error?.code).toBe(-32602);
    expect((await send(server.url, { ...given, thought: "Another." }, answers)).error).toMatchObject({
      code: -32602,
      message: expect.stringContaining("another call"),
    });
    // The state itself is valid, and contains no text of the ledger.
    expect((await send(server.url, given, answers)).result?.structuredContent).toMatchObject({
      thoughtHistoryLength: 1,
      critique: { text: "Fine." },
    });
    expect(JSON.stringify(payload)).not.toContain("Signed?");
  });

  test("[P25] a round that is sent twice records nothing twice", async () => {
    using home = temporaryFolder();
    await using server = await startServe({ home: home.path });
    const { result: asked } = await send(server.url, given);
    const [one, two] = await Promise.all([
      send(server.url, given, answersTo(asked!)),
      send(server.url, given, answersTo(asked!)),
    ]);
    expect(one.result?.structuredContent).toMatchObject({ thoughtHistoryLength: 1 });
    expect(two.result?.structuredContent).toEqual(one.result?.structuredContent);
  });

  test("[P27] answers of the wrong shape fail the critique, not the thought", async () => {
    using home = temporaryFolder();
    await using server = await startServe({ home: home.path });
    const { result: asked } = await send(server.url, given);
    const { requestState, inputResponses } = answersTo(asked!);
    const [name] = Object.keys(inputResponses);
    const odd = { [name!]: { role: "assistant", model: 7, content: "text" } };
    const { result } = await send(server.url, given, { requestState, inputResponses: odd });
    expect(result).toMatchObject({ structuredContent: { thoughtHistoryLength: 1 } });
    expect(result?.structuredContent).not.toHaveProperty("critique");
  });
});
