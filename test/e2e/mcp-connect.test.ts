import { afterAll, beforeAll, expect, test } from "vitest";
import type { ServerSet } from "../../src/mcp/connect/index.ts";
import { clewCommand } from "../support/clew.ts";
import { type Serving, startServe } from "../support/serve.ts";
import { connect, packaged, say } from "../support/server-sets.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary-folder.ts";

let folder: TemporaryFolder;
let serving: Serving;
let set: ServerSet;
beforeAll(async () => {
  folder = temporaryFolder();
  serving = await startServe({ home: folder.path });
  const env = { CLEW_HOME: folder.path };
  set = await connect({
    editor: { command: process.execPath, args: [clewCommand, "mcp", "--tools", "think"], env },
    shared: { url: serving.url.href },
    steps: packaged("server-sequential-thinking"),
    memory: packaged("server-memory", { MEMORY_FILE_PATH: `${folder.path}/memory.json` }),
  });
});
afterAll(async () => {
  await set?.close();
  await serving?.stop();
  folder?.[Symbol.dispose]();
});

test("[HC1] servers by stdio and HTTP are connected in the era that each speaks", () => {
  expect(set.status()).toEqual([
    { name: "editor", state: "ready", era: "stateless", revision: "2026-07-28" },
    { name: "shared", state: "ready", era: "stateless", revision: "2026-07-28" },
    { name: "steps", state: "ready", era: "handshake", revision: "2025-11-25" },
    { name: "memory", state: "ready", era: "handshake", revision: "2025-11-25" },
  ]);
});

test("[HC1] names are unique across servers, and a call reaches the right one", async () => {
  const names = set.tools().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(
    expect.arrayContaining([
      "editor__think",
      "shared__think",
      "thoughtbox",
      "sequentialthinking",
      "read_graph",
    ]),
  );
  expect(set.tools().find(({ name }) => name === "editor__think")).toMatchObject({
    server: "editor",
    tool: "think",
    hints: { readOnly: false },
    inputSchema: { type: "object" },
  });
  const entities = [{ name: "Clew", entityType: "product", observations: ["leads out"] }];
  expect(await set.call("create_entities", { entities })).toMatchObject({ isError: false });
  expect(await say(set, "read_graph")).toMatch("leads out");
  expect(await set.call("editor__think", { thought: "one" })).toMatchObject({
    isError: false,
    structured: { status: "success", thought: "one" },
  });
});

test("[HC1] a tool's refusal is an outcome that says so", async () => {
  expect(await set.call("shared__think", {})).toMatchObject({ isError: true });
  expect(await say(set, "sequentialthinking", {})).toMatch(/thought/);
});

test("[HC4] resources and prompts of servers can be used", async () => {
  const resources = await set.resources();
  expect(new Set(resources.map(({ server }) => server))).toContain("shared");
  const { server, uri } = resources.find((one) => one.server === "shared")!;
  const [content] = await set.readResource(server, uri);
  expect(content).toMatchObject({ type: "resource", uri, text: expect.stringMatching(/\w/) });
  const prompts = await set.prompts();
  expect(prompts.map(({ name }) => name)).toContain("list_mcp_assets");
  const [message] = await set.getPrompt("shared", "list_mcp_assets");
  expect(message).toMatchObject({ role: "user", content: { type: "text" } });
});

test("[HC4] a server, a resource or a prompt that does not exist is an error that says so", async () => {
  await expect(set.readResource("shred", "x://y")).rejects.toThrow(
    "There is no server 'shred'. Did you mean 'shared'?",
  );
  await expect(set.readResource("shared", "x://y")).rejects.toThrow(/^The server 'shared' refused: /);
  await expect(set.getPrompt("shared", "nothing")).rejects.toThrow(/^The server 'shared' refused: /);
});

test("[HC6] invalid entries are refused before anything is started", async () => {
  await expect(connect({ files: { command: "" } })).rejects.toThrow(/^mcpServers\.files\.command: /);
});
