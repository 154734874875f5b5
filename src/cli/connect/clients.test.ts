import { expect, test } from "vitest";
import { clients } from "./clients.ts";

const launch = { command: "npx", args: ["-y", "clew", "mcp"] };
const url = "http://127.0.0.1:4747/mcp";

test("[K1] each client gets the entry that its documentation shows", () => {
  const entries = clients.map((client) => [client.id, client.stdio(launch), client.http?.(url)]);
  expect(entries).toEqual([
    ["claude-code", { type: "stdio", ...launch }, { type: "http", url }],
    ["claude-desktop", launch, undefined],
    ["cursor", { type: "stdio", ...launch }, { url }],
    ["vscode", { type: "stdio", ...launch }, { type: "http", url }],
    ["codex", launch, { url }],
    ["gemini", launch, { httpUrl: url }],
    ["windsurf", launch, { serverUrl: url }],
    ["zed", launch, { url }],
    ["opencode", { type: "local", command: ["npx", "-y", "clew", "mcp"] }, { type: "remote", url }],
    ["cline", launch, { type: "streamableHttp", url }],
    ["jetbrains", launch, undefined],
    ["lm-studio", launch, { url }],
  ]);
});

test("[K1] most clients have a file for one project", () => {
  expect(clients.map((client) => client.projectFile?.join("/"))).toEqual([
    ".mcp.json",
    undefined,
    ".cursor/mcp.json",
    ".vscode/mcp.json",
    ".codex/config.toml",
    ".gemini/settings.json",
    undefined,
    ".zed/settings.json",
    "opencode.json",
    undefined,
    ".junie/mcp/mcp.json",
    undefined,
  ]);
});
