import { mkdir, realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, join, relative, resolve } from "node:path";
import { rootProblem } from "./bindable-folder.ts";
import { exportFailed, toExportFailure } from "./export-failure.ts";
import { isInside, resolveInside } from "./resolve-inside.ts";

/** A path named by a caller, and the folder that it must stay in. */
export interface Destination {
  readonly root: string;
  readonly path: string;
}

/** The real path of the data home, which is created if it is missing. */
export async function dataHome(home: string): Promise<string> {
  try {
    await mkdir(resolve(home), { recursive: true });
    return await realpath(resolve(home));
  } catch (error) {
    throw toExportFailure(error);
  }
}

/** The root of a destination: a relative one starts at the bound root, or else at the data home. */
export async function findDestination(
  home: string,
  bound: string | undefined,
  wanted: string,
): Promise<Destination> {
  const path = fromHome(wanted);
  const roots = isAbsolute(path) ? [home, bound] : [bound ?? home];
  let refusal: unknown = exportFailed("no folder is bound");
  for (const root of roots) {
    if (root === undefined) continue;
    try {
      if (root === bound) await checkBound(root, home);
      await resolveInside(root, path);
      return { root, path };
    } catch (error) {
      refusal = error;
    }
  }
  throw refusal;
}

/** Fails for a bound root that is no longer allowed, or that now contains the data home. */
export async function checkBound(root: string, home: string): Promise<void> {
  if ((await rootProblem(root, home)) !== undefined)
    throw exportFailed("the bound root can no longer be bound; bind another one with bind_root");
}

/** Expands `~` to the user's folder. */
export function fromHome(path: string): string {
  return /^~(?=\/|$)/.test(path) ? join(homedir(), path.slice(1)) : path;
}

/** The path shown to a caller: relative to the data home if inside of it. */
export function shownPath(home: string, path: string): string {
  return isInside(home, path) ? relative(home, path) : path;
}
