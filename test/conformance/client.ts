import { type ConnectOptions, connectServers, createOAuth } from "../../src/mcp/connect/index.ts";

/** The program that the official suite runs as `--command`: connects to a server and uses everything that it offers. */
async function main(url: string): Promise<void> {
  const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? "";
  await using set = await connectServers({ suite: { url } }, optionsFor(scenario));
  const [status] = set.status();
  if (status?.state !== "ready") throw new Error(`The server is ${status?.state}: ${status?.error}`);
  for (const { name, tool } of set.tools())
    for (const input of inputsFor(tool)) {
      const outcome = await set.call(name, input);
      console.error(name, JSON.stringify(outcome));
    }
  await set.prompts();
  await set.resources();
}

interface Context {
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: Record<string, unknown> }[];
}

const context: Context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}");

function inputsFor(tool: string): readonly Record<string, unknown>[] {
  const wanted = context.toolCalls?.filter(({ name }) => name === tool).map((call) => call.arguments);
  if (wanted?.length) return wanted;
  return [tool === "add_numbers" ? { a: 5, b: 3 } : {}];
}

function optionsFor(scenario: string): ConnectOptions {
  const base = { env: {}, client: { name: "clew-conformance", version: "0.0.0" }, timeoutMs: 10_000 };
  const elicit = async () => ({ action: "accept", content: {} }) as const;
  if (!scenario.startsWith("auth/")) return { ...base, elicit };
  const suite = createOAuth({
    authorize: followRedirect,
    redirectUrl: "http://localhost:3000/callback",
    clientMetadataUrl: "https://conformance-test.local/client-metadata.json",
    ...(context.client_id && { clientId: context.client_id }),
    ...(context.client_secret && { clientSecret: context.client_secret }),
  });
  return { ...base, auth: { suite } };
}

/** The suite's authorization page agrees at once. */
async function followRedirect(page: URL): Promise<string> {
  const { headers, status } = await fetch(page, { redirect: "manual" });
  const address = headers.get("location");
  if (address === null) throw new Error(`The authorization page answered ${status} without a redirect.`);
  return address;
}

await main(process.argv[2] ?? "");
