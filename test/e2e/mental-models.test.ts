import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerOf, call } from "../support/call.ts";
import { connectStdio, connectThrough, eras } from "../support/connect.ts";
import { textOf } from "../support/ledger.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

interface Graph {
  readonly entities: readonly { name: string; entityType: string; observations: string[] }[];
  readonly relations: readonly { from: string; to: string; relationType: string }[];
}

const TAGS =
  "debugging planning decision-making risk-analysis estimation prioritization communication architecture validation";

describe.each(eras)("mental models (%s)", (era) => {
  const cleanup = new AsyncDisposableStack();
  const home = cleanup.use(temporaryFolder()).path;
  let client: Client;
  beforeAll(async () => {
    client = cleanup.use(await connectStdio(era, { home })).client;
  });
  afterAll(() => cleanup.disposeAsync());

  const ask = (given: Readonly<Record<string, unknown>>) => answerOf(client, "mental_models", given);
  const listed = async (given: Readonly<Record<string, unknown>>) =>
    ((await ask(given)).models as readonly { name: string }[]).map(({ name }) => name);

  it("[V2] the seed's get_model returns the model, the same as text and as structured content", async () => {
    const given = { operation: "get_model", args: { model: "first-principles" } };
    const { text, structured, isError } = await call(client, "mental_models", given);
    expect(isError).toBe(false);
    expect(JSON.parse(text)).toEqual(structured);
    expect(Object.keys(structured!)).toEqual(["name", "title", "tags", "description", "content"]);
    expect(structured).toMatchObject({
      name: "first-principles",
      title: "First Principles",
      tags: ["architecture", "decision-making"],
      content: expect.stringContaining("## Worked example"),
    });
  });

  it("[V2] the seed's list_models, list_tags and get_capability_graph", async () => {
    const { models } = await ask({ operation: "list_models", args: { tag: "debugging" } });
    expect(models).toContainEqual({
      name: "five-whys",
      description: expect.any(String),
      tags: expect.arrayContaining(["debugging"]),
    });
    const { tags } = await ask({ operation: "list_tags", args: {} });
    expect((tags as { name: string }[]).map(({ name }) => name)).toEqual(TAGS.split(" "));
    const graph = await ask({ operation: "get_capability_graph", args: {} });
    expect(Object.keys(graph)).toEqual(["entities", "relations"]);
    expect(await ask({ operation: "get_capability_graph" })).toEqual(graph);
  });

  it.each([
    { operation: "get_model", args: { model: "rubber-duck" } },
    { operation: "get_model", model: "rubber-duck" },
    { operation: "get", args: { name: "rubber-duck" } },
    { operation: "get", args: '{"name":"rubber-duck"}' },
    { action: "get", args: { name: "rubber-duck" } },
    { action: "get", name: "rubber-duck" },
  ])("[V2] %j gets the model", async (given) => {
    expect(await ask(given)).toMatchObject({ name: "rubber-duck", tags: ["debugging", "communication"] });
  });

  it.each([
    { operation: "list_models", args: { tag: "debugging" } },
    { operation: "list_models", tag: "debugging" },
    { operation: "list", tags: ["debugging"] },
    { operation: "list", args: { tags: ["debugging"] } },
    { action: "list", filter: { tags: ["debugging"] } },
    { action: "list", args: { filter: { tags: ["debugging"] } } },
    { args: { tags: "debugging" }, action: "list_models" },
  ])("[V2] %j lists the models for debugging", async (given) => {
    expect(await listed(given)).toEqual(["rubber-duck", "ooda-loop", "five-whys"]);
  });

  it("[V2] fifteen models are listed without a tag; an unknown tag lists none and warns", async () => {
    expect(await listed({ operation: "list_models" })).toHaveLength(15);
    expect(await ask({ operation: "list_models", args: { tag: "root-cause" } })).toEqual({
      models: [],
      warning: expect.stringContaining(TAGS.replaceAll(" ", ", ")),
    });
  });

  it.each([
    [{ operation: "get_model", args: { model: "six-whys" } }, /^MODEL_NOT_FOUND: .*'five-whys'.*list_models/],
    [{ operation: "get_model" }, /^INVALID_ARGUMENT: get_model needs args\.model/],
    [
      { operation: "delete" },
      /^INVALID_OPERATION: .*get_model, list_models, list_tags, get_capability_graph/,
    ],
    [{}, /^INVALID_OPERATION: /],
  ])("[V2] %j is refused, saying what to send", async (given, said) => {
    const { isError, text } = await call(client, "mental_models", given);
    expect(isError).toBe(true);
    expect(text).toMatch(said);
  });

  it("[V2] the tool is described as read-only, in at most 350 characters", async () => {
    const { tools } = await client.listTools();
    const tool = tools.find(({ name }) => name === "mental_models");
    expect(tool?.annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true });
    expect(tool?.description?.length).toBeLessThanOrEqual(350);
  });

  it("[V3] the graph names exactly the tools that this server lists", async () => {
    await using narrow = await connectStdio(era, { home }, ["--tools", "models,think"]);
    for (const one of [client, narrow.client]) {
      const { entities } = (await answerOf(one, "mental_models", {
        operation: "get_capability_graph",
      })) as unknown as Graph;
      const tools = entities.filter(({ entityType }) => entityType === "mcp_tool").map(({ name }) => name);
      expect(tools).toEqual((await one.listTools()).tools.map(({ name }) => name));
    }
  });

  it("[V4] the catalog has every model under its tags", async () => {
    const { resources } = await client.listResources();
    const uri = "thoughtbox://mental-models/catalog";
    expect(resources).toContainEqual(expect.objectContaining({ uri, mimeType: "text/markdown" }));
    const sections = (await textOf(client, uri)).split(/^## /m).slice(1);
    expect(sections.map((section) => section.split("\n")[0])).toEqual(TAGS.split(" "));
    for (const section of sections) {
      const rows = [...section.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
      expect(rows).toEqual(await listed({ operation: "list_models", tag: section.split("\n")[0]! }));
    }
  });

  it("[V4] a model is a resource: its file's text", async () => {
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toContainEqual(
      expect.objectContaining({ uriTemplate: "thoughtbox://mental-models/{modelName}" }),
    );
    const text = await textOf(client, "thoughtbox://mental-models/five-whys");
    const { content } = await ask({ operation: "get_model", model: "five-whys" });
    expect(text).toMatch(/^---\nname: five-whys\n/);
    expect(text).toContain(String(content));
    await expect(client.readResource({ uri: "thoughtbox://mental-models/six-whys" })).rejects.toThrow(
      /not found/i,
    );
  });

  it.each([
    ["f", ["first-principles", "fermi-estimation", "five-whys"]],
    ["Five", ["five-whys"]],
    ["nothing", []],
  ])("[V4] %j is completed to %j", async (value, expected) => {
    const { completion } = await client.complete({
      ref: { type: "ref/resource", uri: "thoughtbox://mental-models/{modelName}" },
      argument: { name: "modelName", value },
    });
    expect(completion.values).toEqual(expected);
  });
});

it("[V3] the reference memory server accepts the graph unchanged", async () => {
  await using cleanup = new AsyncDisposableStack();
  const home = cleanup.use(temporaryFolder()).path;
  const { client } = cleanup.use(await connectStdio("handshake", { home }));
  const memory = await connectMemory(join(home, "memory.jsonl"));
  cleanup.defer(() => memory.close());
  const graph = await answerOf(client, "mental_models", { operation: "get_capability_graph" });
  const { entities, relations } = graph as unknown as Graph;
  await answerOf(memory, "create_entities", { entities });
  await answerOf(memory, "create_relations", { relations });
  expect(await answerOf(memory, "read_graph")).toEqual({ entities, relations });
});

function connectMemory(file: string): Promise<Client> {
  const manifest = createRequire(import.meta.url).resolve("@modelcontextprotocol/server-memory/package.json");
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(dirname(manifest), "dist/index.js")],
    env: { MEMORY_FILE_PATH: file },
    stderr: "ignore",
  });
  return connectThrough(transport, "handshake");
}
