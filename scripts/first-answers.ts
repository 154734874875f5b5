// Records the first answers of the built `clew mcp`, which are the same at every start: run by `npm run build`.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { settings } from "../src/config/schema.ts";
import type { FirstAnswers } from "../src/first-answers.ts";

const FILE = "dist/cli/first-answers.json";
const VERSIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
const LISTS = ["tools/list", "resources/list", "resources/templates/list", "prompts/list"];

const home = mkdtempSync(join(tmpdir(), "clew-first-answers-"));
try {
  // Without the file, the server answers itself.
  rmSync(FILE, { force: true });
  const initialize: Record<string, string> = {};
  const lists: Record<string, string> = {};
  for (const version of VERSIONS) {
    const [opened, ...listed] = await ask(version);
    initialize[version] = opened!;
    for (const [at, method] of LISTS.entries()) lists[method] = listed[at]!;
  }
  const variables = Object.values(settings).flatMap(({ env }: { env?: string }) => env ?? []);
  writeFileSync(FILE, JSON.stringify({ initialize, lists, variables } satisfies FirstAnswers));
} finally {
  rmSync(home, { recursive: true });
}

/** The results of `initialize` and of the lists, as JSON. */
async function ask(protocolVersion: string): Promise<readonly string[]> {
  const server = spawn(process.execPath, ["bin/clew.js", "mcp"], {
    env: { CLEW_HOME: home, PATH: process.env.PATH },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const clientInfo = { name: "build", version: "1" };
  const params = { protocolVersion, capabilities: {}, clientInfo };
  const requests = [{ method: "initialize", params }, ...LISTS.map((method) => ({ method }))];
  for (const [id, request] of requests.entries())
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...request })}\n`);
  const results: string[] = [];
  for await (const line of createInterface({ input: server.stdout })) {
    const { id, result } = JSON.parse(line);
    if (!result) throw new Error(`clew mcp refused ${requests[id]?.method}: ${line}`);
    results[id] = JSON.stringify(result);
    if (Object.keys(results).length === requests.length) server.stdin.end();
  }
  return results;
}
