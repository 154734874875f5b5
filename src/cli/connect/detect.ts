import { existsSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { isInside } from "../../files/resolve-inside.ts";
import { CommandFailure, type Terminal } from "../command.ts";
import type { Client } from "./clients.ts";
import { Refusal } from "./format.ts";
import { joinPath } from "./locations.ts";

/** The names in a folder; empty if it cannot be read. */
export function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** Whether the client's file, folder or program exists. */
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
  throw new CommandFailure(`${client.title} has no project-level file; omit --project.`);
}

/**
 * Refuses a project file that links outside its repository: a cloned repository could otherwise point at any file of the
 * user. The repository is the nearest parent folder with `.git`, else the working folder.
 */
export function checkInsideProject(target: string, workingFolder: string): void {
  let existing = target;
  while (!existsSync(existing)) existing = dirname(existing);
  if (isInside(repositoryOf(realpathSync(workingFolder)), realpathSync(existing))) return;
  throw new Refusal("is a link to a file outside this project; replace the link, or omit --project");
}

function repositoryOf(folder: string): string {
  for (let at = folder; dirname(at) !== at; at = dirname(at)) if (existsSync(join(at, ".git"))) return at;
  return folder;
}
