import { expect, test } from "vitest";
import type { Terminal } from "../command.ts";
import { clients } from "./clients.ts";
import type { ListFolder } from "./locations.ts";

const nothing: ListFolder = () => [];

test("[K1] names every client's own file on Linux", () => {
  expect(files(on("linux", "/home/ada"))).toEqual([
    "/home/ada/.claude.json",
    "/home/ada/.config/Claude/claude_desktop_config.json",
    "/home/ada/.cursor/mcp.json",
    "/home/ada/.config/Code/User/mcp.json",
    "/home/ada/.codex/config.toml",
    "/home/ada/.gemini/settings.json",
    "/home/ada/.codeium/windsurf/mcp_config.json",
    "/home/ada/.config/zed/settings.json",
    "/home/ada/.config/opencode/opencode.json",
    "/home/ada/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
    "/home/ada/.junie/mcp/mcp.json",
    "/home/ada/.lmstudio/mcp.json",
  ]);
});

test("[K1] names every client's own file on macOS", () => {
  expect(files(on("darwin", "/Users/ada", { XDG_CONFIG_HOME: "/x" }))).toEqual([
    "/Users/ada/.claude.json",
    "/Users/ada/Library/Application Support/Claude/claude_desktop_config.json",
    "/Users/ada/.cursor/mcp.json",
    "/Users/ada/Library/Application Support/Code/User/mcp.json",
    "/Users/ada/.codex/config.toml",
    "/Users/ada/.gemini/settings.json",
    "/Users/ada/.codeium/windsurf/mcp_config.json",
    "/Users/ada/.config/zed/settings.json",
    "/x/opencode/opencode.json",
    "/Users/ada/Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
    "/Users/ada/.junie/mcp/mcp.json",
    "/Users/ada/.lmstudio/mcp.json",
  ]);
});

test("[K1] names every client's own file on Windows, with or without APPDATA", () => {
  const home = "C:\\Users\\Ada";
  const expected = [
    "C:\\Users\\Ada\\.claude.json",
    "C:\\Users\\Ada\\AppData\\Roaming\\Claude\\claude_desktop_config.json",
    "C:\\Users\\Ada\\.cursor\\mcp.json",
    "C:\\Users\\Ada\\AppData\\Roaming\\Code\\User\\mcp.json",
    "C:\\Users\\Ada\\.codex\\config.toml",
    "C:\\Users\\Ada\\.gemini\\settings.json",
    "C:\\Users\\Ada\\.codeium\\windsurf\\mcp_config.json",
    "C:\\Users\\Ada\\AppData\\Roaming\\Zed\\settings.json",
    "C:\\Users\\Ada\\.config\\opencode\\opencode.json",
    "C:\\Users\\Ada\\AppData\\Roaming\\Code\\User\\globalStorage\\saoudrizwan.claude-dev\\settings\\cline_mcp_settings.json",
    "C:\\Users\\Ada\\.junie\\mcp\\mcp.json",
    "C:\\Users\\Ada\\.lmstudio\\mcp.json",
  ];
  expect(files(on("win32", home))).toEqual(expected);
  expect(files(on("win32", home, { APPDATA: "C:\\Users\\Ada\\AppData\\Roaming" }))).toEqual(expected);
});

test("[K1] the packaged Claude Desktop for Windows has its file inside the package", () => {
  const packages = "D:\\Local\\Packages";
  const inside = (name: string) => `${packages}\\${name}\\LocalCache\\Roaming\\Claude`;
  const terminal = on("win32", "C:\\Users\\Ada", { LOCALAPPDATA: "D:\\Local" });
  const one: ListFolder = (folder) => (folder === packages ? ["Claude_pzs8sxrjxfjjc", "Code_1"] : []);
  expect(files(terminal, one)[1]).toBe(`${inside("Claude_pzs8sxrjxfjjc")}\\claude_desktop_config.json`);
  const two: ListFolder = (folder) =>
    folder === packages ? ["Claude_old", "Claude_used"] : folder === inside("Claude_used") ? ["logs"] : [];
  expect(files(terminal, two)[1]).toBe(`${inside("Claude_used")}\\claude_desktop_config.json`);
});

test("[K1] follows the variables that move a client's folder", () => {
  const moved = on("linux", "/home/ada", {
    CLAUDE_CONFIG_DIR: "/c",
    XDG_CONFIG_HOME: "/x",
    CODEX_HOME: "/o",
    GEMINI_CLI_HOME: "/g",
    OPENCODE_CONFIG: "/p/own.json",
    CLINE_MCP_SETTINGS_PATH: "/n/servers.json",
  });
  expect(files(moved)).toEqual([
    "/c/.claude.json",
    "/x/Claude/claude_desktop_config.json",
    "/home/ada/.cursor/mcp.json",
    "/x/Code/User/mcp.json",
    "/o/config.toml",
    "/g/.gemini/settings.json",
    "/home/ada/.codeium/windsurf/mcp_config.json",
    "/x/zed/settings.json",
    "/p/own.json",
    "/n/servers.json",
    "/home/ada/.junie/mcp/mcp.json",
    "/home/ada/.lmstudio/mcp.json",
  ]);
});

test("[K1] takes the file that is there where a client has several names for it", () => {
  const there: ListFolder = (folder) =>
    ({
      "/home/ada/.config/opencode": ["opencode.jsonc"],
      "/home/ada/.cline/data": ["settings"],
      "/home/ada/.cache/lm-studio": ["models"],
    })[folder] ?? [];
  expect(files(on("linux", "/home/ada"), there)).toEqual(
    expect.arrayContaining([
      "/home/ada/.config/opencode/opencode.jsonc",
      "/home/ada/.cline/data/settings/cline_mcp_settings.json",
      "/home/ada/.cache/lm-studio/mcp.json",
    ]),
  );
});

function files(terminal: Terminal, list = nothing): readonly string[] {
  return clients.map((client) => client.userFile(terminal, list));
}

function on(platform: NodeJS.Platform, homeFolder: string, env: Terminal["env"] = {}): Terminal {
  const ignore = () => undefined;
  return {
    out: ignore,
    err: ignore,
    isTerminal: false,
    env,
    homeFolder,
    platform,
    workingFolder: homeFolder,
  };
}
