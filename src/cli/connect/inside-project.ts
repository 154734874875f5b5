import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { isInside } from "../../files/inside.ts";
import { Refusal } from "./refusal.ts";

/**
 * Refuses a project's file that links lead out of its repository: a repository of somebody else could name any file of
 * the user. The repository is the nearest folder above with `.git`, else the working folder.
 */
export function checkInsideProject(target: string, workingFolder: string): void {
  let existing = target;
  while (!existsSync(existing)) existing = dirname(existing);
  if (isInside(repositoryOf(realpathSync(workingFolder)), realpathSync(existing))) return;
  throw new Refusal("is a link that leads out of this project; replace the link, or leave out --project");
}

function repositoryOf(folder: string): string {
  for (let at = folder; dirname(at) !== at; at = dirname(at)) if (existsSync(join(at, ".git"))) return at;
  return folder;
}
