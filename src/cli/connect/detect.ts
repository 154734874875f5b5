import { existsSync, readdirSync } from "node:fs";
import type { Terminal } from "../command.ts";
import { CommandFailure } from "../command.ts";
import type { Client } from "./clients.ts";
import { joinPath } from "./locations.ts";

/** The names in a folder, empty when it cannot be read. */
export function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** True when the client's file, its folder or its program is there. */
export function isDetected(client: Client, terminal: Terminal): boolean {
  return (
    [client.userFile, client.homeFolder].some((locate) => existsSync(locate(terminal, listFolder))) ||
    isOnPath(client.program, terminal)
  );
}

function isOnPath(program: string | undefined, terminal: Terminal): boolean {
  if (program === undefined) return false;
  const isWindows = terminal.platform === "win32";
  const names = isWindows ? [".exe", ".cmd", ".bat"].map((ending) => program + ending) : [program];
  const folders = (terminal.env.PATH ?? "").split(isWindows ? ";" : ":").filter(Boolean);
  return folders.some((folder) => names.some((name) => existsSync(joinPath(terminal, folder, name))));
}

/** The file that holds a client's servers, for the user or for the project in the working folder. */
export function configPath(client: Client, isProject: boolean, terminal: Terminal): string {
  if (!isProject) return client.userFile(terminal, listFolder);
  if (client.projectFile) return joinPath(terminal, terminal.workingFolder, ...client.projectFile);
  throw new CommandFailure(`${client.title} has no project-level file; leave out --project.`);
}
