import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Client, Tool } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { connectStdio, connectThrough } from "../support/connect.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const name = "sequentialthinking";

describe("[C1] --tools classic beside the reference server", () => {
  const cleanup = new AsyncDisposableStack();
  let ours: Client;
  let reference: Client;

  beforeAll(async () => {
    const home = cleanup.use(temporaryFolder()).path;
    ours = cleanup.use(await connectStdio("handshake", { home }, ["--tools", "classic"])).client;
    reference = await connectReference();
    cleanup.defer(() => reference.close());
  });
  afterAll(() => cleanup.disposeAsync());

  const bothTools = () => Promise.all([ours, reference].map(toolOf));

  it("[C1] offers the one tool, with the same arguments and the same ones required", async () => {
    const { tools } = await ours.listTools();
    expect(tools.map((tool) => tool.name)).toEqual([name]);
    const [mine, theirs] = await bothTools();
    const names = (tool?: Tool) => Object.keys(tool?.inputSchema.properties ?? {}).sort();
    expect(names(mine)).toEqual(names(theirs));
    expect([...(mine?.inputSchema.required ?? [])].sort()).toEqual(
      [...(theirs?.inputSchema.required ?? [])].sort(),
    );
    expect(Object.keys(mine?.outputSchema?.properties ?? {}).sort()).toEqual(
      Object.keys(theirs?.outputSchema?.properties ?? {}).sort(),
    );
  });

  it("[C1] answers the same calls with the same fields, in text and in structured content", async () => {
    const step = (thoughtNumber: number, totalThoughts: number, more: object = {}) => ({
      thought: `Step ${thoughtNumber}`,
      thoughtNumber,
      totalThoughts,
      nextThoughtNeeded: true,
      ...more,
    });
    const calls = [
      step(1, 4),
      step(2, 4),
      step(3, 4, { isRevision: true, revisesThought: 2 }),
      step(3, 4, { branchFromThought: 2, branchId: "alternative" }),
      step(4, 4, { branchFromThought: 2, branchId: "alternative" }),
      step(4, 4, { branchFromThought: 3, branchId: "another" }),
      step(5, 4, { needsMoreThoughts: true }),
      step(6, 9),
      { ...step(7, 8), thoughtNumber: "7", totalThoughts: "8", nextThoughtNeeded: "true" },
      step(8, 8, { nextThoughtNeeded: false }),
    ];
    for (const given of calls) {
      const [mine, theirs] = await Promise.all([ours, reference].map((client) => call(client, name, given)));
      expect(mine?.structured, JSON.stringify(given)).toEqual(theirs?.structured);
      expect(JSON.parse(mine!.text)).toEqual(JSON.parse(theirs!.text));
      expect(mine?.isError).toBe(theirs?.isError);
    }
  });

  it("[C1] goes on after the thought that was to be the last", async () => {
    const given = { thought: "One more", thoughtNumber: 9, totalThoughts: 8, nextThoughtNeeded: true };
    const [mine, theirs] = await Promise.all([ours, reference].map((client) => call(client, name, given)));
    expect(mine?.structured).toEqual(theirs?.structured);
  });

  it("[C1] is true about itself: it keeps every thought, so it is not read-only", async () => {
    const [mine] = await bothTools();
    expect(mine?.annotations).toMatchObject({ readOnlyHint: false, idempotentHint: false });
  });
});

async function toolOf(client: Client): Promise<Tool | undefined> {
  return (await client.listTools()).tools.find((tool) => tool.name === name);
}

function connectReference(): Promise<Client> {
  const manifest = createRequire(import.meta.url).resolve(
    "@modelcontextprotocol/server-sequential-thinking/package.json",
  );
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(dirname(manifest), "dist/index.js")],
    env: { DISABLE_THOUGHT_LOGGING: "true" },
    stderr: "ignore",
  });
  return connectThrough(transport, "handshake");
}
