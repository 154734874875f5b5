import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { loadTextImports } from "./ledger.ts";
import { median } from "./measure.ts";
import type { Table } from "./report.ts";

const tools = ["one", "two", "three", "four", "five", "six"] as const;
const batches = 40;
const perBatch = 50;

/** Benchmark 3, second part: the cost of creating a server, which the HTTP handler does for every stateless request. */
export async function measureFactory(): Promise<Table> {
  const input = inputSchema();
  const makers: readonly (readonly [string, () => unknown])[] = [
    ["SDK, no tools", () => new McpServer({ name: "bench", version: "1.0.0" })],
    ["SDK, 6 tools, schemas shared", () => sdkServer(() => input)],
    ["SDK, 6 tools, schemas made each time", () => sdkServer(inputSchema)],
    ["clew, all tools", await clewFactory()],
  ];
  const contestants = makers.map(([name, make]) => ({ name, make, samples: [] as number[] }));
  for (let batch = 0; batch < batches; batch += 1) {
    for (const { make, samples } of contestants) samples.push(await timeBatch(make));
  }
  return {
    title: "Making a server, per request",
    note: `In this process, median of ${batches} batches of ${perBatch}, in turn; no message is handled.`,
    columns: ["factory", "µs"],
    rows: contestants.map(({ name, samples }) => [name, median(samples)]),
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

/** Our own factory with every tool, on a store in memory that is never called. */
async function clewFactory(): Promise<() => unknown> {
  await loadTextImports();
  const { createServerFactory } = await import("../src/mcp/serve.ts");
  const { createReasoning } = await import("../src/reasoning/index.ts");
  const { lazyNotebooks } = await import("../src/notebook/lazy.ts");
  const { catalogueOf } = await import("../src/server/catalogue.ts");
  const { openStore } = await import("../src/store/open.ts");
  const { createSessions } = await import("../src/sessions/index.ts");
  const store = await openStore({ memory: true });
  const view = {
    sessions: createSessions(store, { thinkMaxThoughts: 100, home: "" }),
    reasoning: createReasoning(store, {}),
    notebooks: lazyNotebooks(() => Promise.reject(new Error("No notebook is asked for."))),
  };
  const make = createServerFactory({
    name: "bench",
    version: "1.0.0",
    instructions: "",
    catalogue: catalogueOf(["all"]),
    viewOf: () => view,
    updates: { listen: () => () => {}, ready: async () => {} },
    report: () => {},
    connection: {},
  });
  return () => make({ era: "modern" });
}
