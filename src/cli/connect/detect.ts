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

/** True when the client has left a trace of itself: its file or its folder. */
export function isDetected(client: Client, terminal: Terminal): boolean {
  return [client.userFile, client.homeFolder].some((locate) => existsSync(locate(terminal, listFolder)));
}

/** The file that holds a client's servers, for the user or for the project in the working folder. */
export function configPath(client: Client, isProject: boolean, terminal: Terminal): string {
  if (!isProject) return client.userFile(terminal, listFolder);
  if (client.projectFile) return joinPath(terminal, terminal.workingFolder, ...client.projectFile);
  throw new CommandFailure(`${client.title} has no project-level file; leave out --project.`);
}
