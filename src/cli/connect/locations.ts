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

function applicationData(terminal: Terminal): string {
  const { env, homeFolder, platform } = terminal;
  if (platform === "win32") return env.APPDATA || joinPath(terminal, homeFolder, "AppData", "Roaming");
  if (platform === "darwin") return joinPath(terminal, homeFolder, "Library", "Application Support");
  return env.XDG_CONFIG_HOME || joinPath(terminal, homeFolder, ".config");
}
