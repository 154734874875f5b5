import type { Terminal } from "../command.ts";
import type { ConfigFormat, McpServerEntry } from "./format.ts";
import { type ClientHooks, claudeHooks, codexHooks, geminiHooks } from "./hooks.ts";
import { jsonFormat } from "./json-format.ts";
import {
  claudeCodeFolder,
  claudeDesktopFolder,
  claudeSettingsFolder,
  clineFile,
  clineFolder,
  codexFolder,
  geminiFolder,
  joinPath,
  type ListFolder,
  lmStudioFolder,
  opencodeFile,
  opencodeFolder,
  vscodeFolder,
  zedFolder,
} from "./locations.ts";
import type { Launch } from "./server-entry.ts";
import { tomlFormat } from "./toml-format.ts";

/** A program that can use the server, and its configuration format. */
export interface Client {
  readonly id: string;
  readonly title: string;
  readonly format: ConfigFormat;
  /** The user-level configuration. */
  readonly userFile: (terminal: Terminal, list: ListFolder) => string;
  /** A folder that exists if the client is installed, besides `userFile`. */
  readonly homeFolder: (terminal: Terminal, list: ListFolder) => string;
  /** The project-level configuration, as path segments below the project folder. */
  readonly projectFile?: readonly string[];
  readonly stdio: (launch: Launch) => McpServerEntry;
  readonly http?: (url: string) => McpServerEntry;
  /** A program on the PATH that shows the client is installed. */
  readonly program?: string;
  /** The client's syntax for an environment variable; absent if its file holds only values. */
  readonly reference?: (variable: string) => string;
  /** Its name for the server's variables; `env` unless it has another. */
  readonly variablesKey?: string;
  /** The client's own settings for variables and the token, instead of `env` and `headers`. */
  readonly forward?: {
    readonly variables: (names: readonly string[]) => McpServerEntry;
    readonly token: (variable: string) => McpServerEntry;
  };
  /** The file with instructions for the model: the user's, and its name in a project. */
  readonly instructions?: {
    readonly userFile?: (terminal: Terminal) => string;
    readonly projectFile: string;
  };
  /** Hooks that `clew hook` answers. */
  readonly hooks?: ClientHooks;
  /** The next step for the user. */
  readonly next: string;
  readonly nextInProject?: string;
}

/** The clients that `clew connect` knows. */
export const clients: readonly Client[] = [
  {
    id: "claude-code",
    title: "Claude Code",
    program: "claude",
    // Without the empty default an unset variable would arrive as this literal text.
    reference: (variable) => `\${${variable}:-}`,
    format: jsonFormat("mcpServers"),
    userFile: (terminal) => joinPath(terminal, claudeCodeFolder(terminal), ".claude.json"),
    homeFolder: claudeSettingsFolder,
    projectFile: [".mcp.json"],
    stdio: ({ command, args }) => ({ type: "stdio", command, args }),
    http: (url) => ({ type: "http", url }),
    instructions: {
      userFile: (terminal) => joinPath(terminal, claudeSettingsFolder(terminal), "CLAUDE.md"),
      projectFile: "CLAUDE.md",
    },
    hooks: claudeHooks,
    next: "Start a new Claude Code session to use it.",
    nextInProject: "Claude Code asks for approval once when it starts in this project.",
  },
  {
    id: "claude-desktop",
    title: "Claude Desktop",
    format: jsonFormat("mcpServers"),
    userFile: (terminal, list) =>
      joinPath(terminal, claudeDesktopFolder(terminal, list), "claude_desktop_config.json"),
    homeFolder: claudeDesktopFolder,
    stdio: ({ command, args }) => ({ command, args }),
    next: "Quit Claude Desktop and open it again to use it.",
  },
  {
    id: "cursor",
    title: "Cursor",
    program: "cursor",
    reference: (variable) => `\${env:${variable}}`,
    format: jsonFormat("mcpServers"),
    userFile: (terminal) => joinPath(terminal, terminal.homeFolder, ".cursor", "mcp.json"),
    homeFolder: (terminal) => joinPath(terminal, terminal.homeFolder, ".cursor"),
    projectFile: [".cursor", "mcp.json"],
    stdio: ({ command, args }) => ({ type: "stdio", command, args }),
    http: (url) => ({ url }),
    instructions: { projectFile: "AGENTS.md" },
    next: "Restart Cursor, or switch the server on in its MCP settings.",
  },
  {
    id: "vscode",
    title: "VS Code",
    program: "code",
    reference: (variable) => `\${env:${variable}}`,
    format: jsonFormat("servers"),
    userFile: (terminal) => joinPath(terminal, vscodeFolder(terminal), "mcp.json"),
    homeFolder: vscodeFolder,
    projectFile: [".vscode", "mcp.json"],
    stdio: ({ command, args }) => ({ type: "stdio", command, args }),
    http: (url) => ({ type: "http", url }),
    instructions: { projectFile: "AGENTS.md" },
    next: 'Run "MCP: List Servers" in VS Code to start it.',
  },
  {
    id: "codex",
    title: "Codex",
    program: "codex",
    forward: {
      variables: (names) => ({ env_vars: names }),
      token: (variable) => ({ bearer_token_env_var: variable }),
    },
    format: tomlFormat,
    userFile: (terminal) => joinPath(terminal, codexFolder(terminal), "config.toml"),
    homeFolder: codexFolder,
    projectFile: [".codex", "config.toml"],
    stdio: ({ command, args }) => ({ command, args }),
    http: (url) => ({ url }),
    instructions: {
      userFile: (terminal) => joinPath(terminal, codexFolder(terminal), "AGENTS.md"),
      projectFile: "AGENTS.md",
    },
    hooks: codexHooks,
    next: "Start a new Codex session to use it.",
    nextInProject: "Codex reads this file only in a project that it trusts.",
  },
  {
    id: "gemini",
    title: "Gemini CLI",
    program: "gemini",
    reference: (variable) => `\${${variable}}`,
    format: jsonFormat("mcpServers"),
    userFile: (terminal) => joinPath(terminal, geminiFolder(terminal), "settings.json"),
    homeFolder: geminiFolder,
    projectFile: [".gemini", "settings.json"],
    stdio: ({ command, args }) => ({ command, args }),
    http: (url) => ({ httpUrl: url }),
    instructions: {
      userFile: (terminal) => joinPath(terminal, geminiFolder(terminal), "GEMINI.md"),
      projectFile: "GEMINI.md",
    },
    hooks: geminiHooks,
    next: "Start a new Gemini CLI session to use it.",
  },
  {
    id: "windsurf",
    title: "Windsurf",
    program: "windsurf",
    reference: (variable) => `\${env:${variable}}`,
    format: jsonFormat("mcpServers"),
    userFile: (terminal) =>
      joinPath(terminal, terminal.homeFolder, ".codeium", "windsurf", "mcp_config.json"),
    homeFolder: (terminal) => joinPath(terminal, terminal.homeFolder, ".codeium", "windsurf"),
    stdio: ({ command, args }) => ({ command, args }),
    http: (url) => ({ serverUrl: url }),
    instructions: { projectFile: "AGENTS.md" },
    next: "Refresh the servers in Windsurf's MCP settings to use it.",
  },
  {
    id: "zed",
    title: "Zed",
    program: "zed",
    format: jsonFormat("context_servers"),
    userFile: (terminal) => joinPath(terminal, zedFolder(terminal), "settings.json"),
    homeFolder: zedFolder,
    projectFile: [".zed", "settings.json"],
    stdio: ({ command, args }) => ({ command, args }),
    http: (url) => ({ url }),
    instructions: { projectFile: "AGENTS.md" },
    next: "Zed starts it at once; its Agent Panel shows the state.",
  },
  {
    id: "opencode",
    title: "opencode",
    program: "opencode",
    reference: (variable) => `{env:${variable}}`,
    variablesKey: "environment",
    format: jsonFormat("mcp"),
    userFile: opencodeFile,
    homeFolder: opencodeFolder,
    projectFile: ["opencode.json"],
    stdio: ({ command, args }) => ({ type: "local", command: [command, ...args] }),
    http: (url) => ({ type: "remote", url }),
    instructions: {
      userFile: (terminal) => joinPath(terminal, opencodeFolder(terminal), "AGENTS.md"),
      projectFile: "AGENTS.md",
    },
    next: "Start a new opencode session to use it.",
  },
  {
    id: "cline",
    title: "Cline",
    program: "cline",
    format: jsonFormat("mcpServers"),
    userFile: clineFile,
    homeFolder: clineFolder,
    stdio: ({ command, args }) => ({ command, args }),
    http: (url) => ({ type: "streamableHttp", url }),
    instructions: { projectFile: "AGENTS.md" },
    next: "Cline starts it at once; its MCP Servers view shows the state.",
  },
  {
    id: "jetbrains",
    title: "JetBrains (Junie)",
    format: jsonFormat("mcpServers"),
    userFile: (terminal) => joinPath(terminal, terminal.homeFolder, ".junie", "mcp", "mcp.json"),
    homeFolder: (terminal) => joinPath(terminal, terminal.homeFolder, ".junie"),
    projectFile: [".junie", "mcp", "mcp.json"],
    stdio: ({ command, args }) => ({ command, args }),
    next: "Open Junie's MCP settings in the IDE to see it.",
  },
  {
    id: "lm-studio",
    title: "LM Studio",
    program: "lms",
    format: jsonFormat("mcpServers"),
    userFile: (terminal, list) => joinPath(terminal, lmStudioFolder(terminal, list), "mcp.json"),
    homeFolder: lmStudioFolder,
    stdio: ({ command, args }) => ({ command, args }),
    http: (url) => ({ url }),
    next: "Switch it on in the Program tab of LM Studio.",
  },
];
