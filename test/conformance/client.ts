import { type ConnectOptions, connectServers, type ServerSet } from "../../src/mcp/connect/index.ts";
import { authFor, type Context } from "./client-auth.ts";

const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? "";
const context: Context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}");

/** The program that the official suite runs as its client: connects to a server and uses everything that it offers. */
async function main(url: string): Promise<void> {
  const options: ConnectOptions = {
    env: {},
    client: { name: "clew-conformance", version: "0.0.0" },
    timeoutMs: 10_000,
    elicit: async () => ({ action: "accept", content: {} }),
    auth: scenario.startsWith("auth/") ? { suite: await authFor(scenario, context) } : {},
  };
  await using set = await connectServers({ suite: { url } }, options);
  const [status] = set.status();
  if (status?.state !== "ready") throw new Error(`The server is ${status?.state}: ${status?.error}`);
  for (const { name, tool } of set.tools())
    for (const input of inputsFor(tool, set)) console.info(name, JSON.stringify(await set.call(name, input)));
  await set.prompts();
  await set.resources();
}

function inputsFor(tool: string, set: ServerSet): readonly Record<string, unknown>[] {
  const wanted = context.toolCalls?.filter(({ name }) => name === tool).map((call) => call.arguments);
  if (wanted?.length) return wanted;
  if (tool === "add_numbers") return [{ a: 5, b: 3 }];
  // Proves that a schema arrives as it was sent.
  if (tool === "json_schema_echo") return [{ schema: set.tools()[0]?.inputSchema }];
  return [{}];
}

await main(process.argv[2] ?? "");
