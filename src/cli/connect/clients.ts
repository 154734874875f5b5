import type { Terminal } from "../command.ts";
import type { ConfigFormat, McpServerEntry } from "./format.ts";
import { jsonFormat } from "./json-format.ts";
import {
  claudeCodeFolder,
  claudeDesktopFolder,
  codexFolder,
  geminiFolder,
  joinPath,
  type ListFolder,
  vscodeFolder,
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
  /** The client's own settings for variables and the token, instead of `env` and `headers`. */
  readonly forward?: {
    readonly variables: (names: readonly string[]) => McpServerEntry;
    readonly token: (variable: string) => McpServerEntry;
  };
  /** What the user does next. */
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
    homeFolder: (terminal) =>
      terminal.env.CLAUDE_CONFIG_DIR || joinPath(terminal, terminal.homeFolder, ".claude"),
    projectFile: [".mcp.json"],
    stdio: ({ command, args }) => ({ type: "stdio", command, args }),
    http: (url) => ({ type: "http", url }),
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
    next: "Start a new Gemini CLI session to use it.",
  },
];
