import { posix, win32 } from "node:path";
import type { Terminal } from "../command.ts";

/** The names in a folder; empty if it is missing. */
export type ListFolder = (folder: string) => readonly string[];

/** Joins path segments in the style of the platform. */
export function joinPath(terminal: Terminal, ...segments: readonly string[]): string {
  return (terminal.platform === "win32" ? win32 : posix).join(...segments);
}

/** The folder of Claude Code's `.claude.json`. */
export function claudeCodeFolder(terminal: Terminal): string {
  return terminal.env.CLAUDE_CONFIG_DIR || terminal.homeFolder;
}

/** The folder of Claude Code's `settings.json` and `CLAUDE.md`. */
export function claudeSettingsFolder(terminal: Terminal): string {
  return terminal.env.CLAUDE_CONFIG_DIR || joinPath(terminal, terminal.homeFolder, ".claude");
}

/** The folder of Claude Desktop's settings. */
export function claudeDesktopFolder(terminal: Terminal, list: ListFolder): string {
  const plain = joinPath(terminal, applicationData(terminal), "Claude");
  if (terminal.platform !== "win32") return plain;
  // The packaged Windows app sees a private copy of %APPDATA% and never reads the real one.
  const local = terminal.env.LOCALAPPDATA || joinPath(terminal, terminal.homeFolder, "AppData", "Local");
  const packages = joinPath(terminal, local, "Packages");
  const folders = list(packages)
    .filter((name) => name.startsWith("Claude_"))
    .map((name) => joinPath(terminal, packages, name, "LocalCache", "Roaming", "Claude"));
  return folders.find((folder) => list(folder).length > 0) ?? folders[0] ?? plain;
}

/** The folder of VS Code's user-level files. */
export function vscodeFolder(terminal: Terminal): string {
  return joinPath(terminal, applicationData(terminal), "Code", "User");
}

/** The folder of Codex's settings. */
export function codexFolder(terminal: Terminal): string {
  return terminal.env.CODEX_HOME || joinPath(terminal, terminal.homeFolder, ".codex");
}

/** The folder of Gemini CLI's settings. */
export function geminiFolder(terminal: Terminal): string {
  return joinPath(terminal, terminal.env.GEMINI_CLI_HOME || terminal.homeFolder, ".gemini");
}

/** The folder of Zed's settings, which on macOS is the one of Linux. */
export function zedFolder(terminal: Terminal): string {
  if (terminal.platform === "win32") return joinPath(terminal, applicationData(terminal), "Zed");
  const settings =
    terminal.platform === "linux"
      ? applicationData(terminal)
      : joinPath(terminal, terminal.homeFolder, ".config");
  return joinPath(terminal, settings, "zed");
}

/** The folder of opencode's settings, the same on all platforms. */
export function opencodeFolder(terminal: Terminal): string {
  const { env, homeFolder } = terminal;
  return joinPath(terminal, env.XDG_CONFIG_HOME || joinPath(terminal, homeFolder, ".config"), "opencode");
}

/** opencode's settings: `OPENCODE_CONFIG`, else whichever of its two names is there. */
export function opencodeFile(terminal: Terminal, list: ListFolder): string {
  if (terminal.env.OPENCODE_CONFIG) return terminal.env.OPENCODE_CONFIG;
  const folder = opencodeFolder(terminal);
  const names = list(folder);
  const name =
    names.includes("opencode.jsonc") && !names.includes("opencode.json") ? "opencode.jsonc" : "opencode.json";
  return joinPath(terminal, folder, name);
}

/** The folder of Cline: that of its extension for VS Code, or of its command line where only that is installed. */
export function clineFolder(terminal: Terminal, list: ListFolder): string {
  const extension = joinPath(terminal, vscodeFolder(terminal), "globalStorage", "saoudrizwan.claude-dev");
  const program = joinPath(terminal, terminal.homeFolder, ".cline", "data");
  return list(extension).length === 0 && list(program).length > 0 ? program : extension;
}

/** Cline's servers: `CLINE_MCP_SETTINGS_PATH`, else a file in its folder. */
export function clineFile(terminal: Terminal, list: ListFolder): string {
  return (
    terminal.env.CLINE_MCP_SETTINGS_PATH ||
    joinPath(terminal, clineFolder(terminal, list), "settings", "cline_mcp_settings.json")
  );
}

/** The folder of LM Studio; installations from before 2025 keep the older one. */
export function lmStudioFolder(terminal: Terminal, list: ListFolder): string {
  const folder = joinPath(terminal, terminal.homeFolder, ".lmstudio");
  const older = joinPath(terminal, terminal.homeFolder, ".cache", "lm-studio");
  return list(folder).length === 0 && list(older).length > 0 ? older : folder;
}

function applicationData(terminal: Terminal): string {
  const { env, homeFolder, platform } = terminal;
  if (platform === "win32") return env.APPDATA || joinPath(terminal, homeFolder, "AppData", "Roaming");
  if (platform === "darwin") return joinPath(terminal, homeFolder, "Library", "Application Support");
  return env.XDG_CONFIG_HOME || joinPath(terminal, homeFolder, ".config");
}
