import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { median } from "./measure.ts";
import type { Table } from "./report.ts";

const tools = ["one", "two", "three", "four", "five", "six"] as const;
const batches = 40;
const perBatch = 50;

/** Figure 3, second half: what making a server costs, which the HTTP handler does for every modern request. */
export async function measureFactory(): Promise<Table> {
  const input = inputSchema();
  const makers: readonly (readonly [string, (() => unknown) | undefined])[] = [
    ["SDK, no tools", () => new McpServer({ name: "bench", version: "1.0.0" })],
    ["SDK, 6 tools, schemas shared", () => sdkServer(() => input)],
    ["SDK, 6 tools, schemas made each time", () => sdkServer(inputSchema)],
    ["clew, all tools", await clewFactory()],
  ];
  const present = makers.flatMap(([name, make]) =>
    make === undefined ? [] : [{ name, make, samples: [] as number[] }],
  );
  for (let batch = 0; batch < batches; batch += 1) {
    for (const { make, samples } of present) samples.push(await timeBatch(make));
  }
  return {
    title: "Making a server, per request",
    note: `In this process, median of ${batches} batches of ${perBatch}, in turn; no message is handled.`,
    columns: ["factory", "µs"],
    rows: present.map(({ name, samples }) => [name, median(samples)]),
    checks: [],
  };
}

async function timeBatch(make: () => unknown): Promise<number> {
  const begin = performance.now();
  for (let done = 0; done < perBatch; done += 1) await make();
  return ((performance.now() - begin) * 1_000) / perBatch;
}

function inputSchema() {
  return z.object({
    thought: z.string().describe("One step of reasoning"),
    thoughtNumber: z.number().int().min(1).optional(),
    totalThoughts: z.number().int().min(1).optional(),
    nextThoughtNeeded: z.boolean().optional(),
    sessionId: z.string().optional(),
  });
}

function sdkServer(schema: () => ReturnType<typeof inputSchema>): McpServer {
  const server = new McpServer({ name: "bench", version: "1.0.0" });
  for (const name of tools) {
    server.registerTool(name, { description: `Tool ${name}.`, inputSchema: schema() }, () => ({
      content: [],
    }));
  }
  return server;
}

async function clewFactory(): Promise<(() => unknown) | undefined> {
  return undefined;
}
