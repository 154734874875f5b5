import { lstat, mkdir, realpath, rmdir } from "node:fs/promises";
import { dirname, relative, resolve, sep } from "node:path";
import { exportFailed, toExportFailure } from "./export-failure.ts";

/**
 * The real path of a destination inside of `root`. The root must exist, the destination need not. Relative paths start
 * at the root; absolute paths must lead into it. Links are followed before the comparison, as far as the path exists,
 * so that case and Unicode form are those of the disk and no part of the path leads out.
 */
export async function resolveInside(root: string, wanted: string): Promise<string> {
  const problem = textProblem(wanted);
  if (problem !== undefined) throw exportFailed(problem);
  const top = await real(resolve(root));
  if (top === undefined) throw exportFailed("the folder for exports does not exist");
  const place = resolve(top, wanted);
  let existing = place;
  let found = await real(existing);
  while (found === undefined) {
    existing = dirname(existing);
    found = await real(existing);
  }
  const path = resolve(found, relative(existing, place));
  if (!isInside(top, path)) throw exportFailed(OUTSIDE);
  return path;
}

/** An existing folder, and those on the way to it that were created, outermost first. */
export interface MadeFolder {
  readonly folder: string;
  readonly made: readonly string[];
}

/**
 * Creates the folder of a resolved path, step by step, and checks after each step that no link has replaced it. `check`
 * gets the real path before anything is created, and throws to refuse it.
 */
export async function makeFolderInside(
  root: string,
  wanted: string,
  check: (folder: string) => void = () => {},
): Promise<MadeFolder> {
  const folder = await resolveInside(root, wanted);
  check(folder);
  const made: string[] = [];
  let step = await realpath(root);
  try {
    for (const name of relative(step, folder).split(sep)) {
      step = resolve(step, name);
      if ((await real(step)) === undefined && (await makeFolder(step))) made.push(step);
      await checkFolder(step);
    }
  } catch (error) {
    await removeFolders(made);
    throw error;
  }
  return { folder, made };
}

/** Removes folders again, unless they have content. */
export async function removeFolders(made: readonly string[]): Promise<void> {
  for (const folder of made.toReversed()) await rmdir(folder).catch(() => undefined);
}

/** Creates one folder; false if it exists already. */
async function makeFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw toExportFailure(error);
  }
}

/** Fails unless the path is real and a folder. */
export async function checkFolder(folder: string): Promise<void> {
  if ((await real(folder)) !== folder) throw exportFailed(OUTSIDE);
  if (!(await lstat(folder)).isDirectory()) throw exportFailed("part of the destination is a file");
}

/** Whether a real path is the root or inside of it; `/a/bc` is not inside of `/a/b`. */
export function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** Far beyond common nesting; one call must not create thousands of folders. */
const MAX_CHARACTERS = 1_000;
const MAX_FOLDERS = 32;
const OUTSIDE = "the destination is outside of the data home and the bound root";

/** Describes text that other systems, or a reader, would take for another path. */
function textProblem(wanted: string): string | undefined {
  if (wanted.includes("\0")) return "the destination contains a zero byte";
  if (wanted.length > MAX_CHARACTERS) return "the destination is too long";
  if (wanted.split(/[\\/]/).length > MAX_FOLDERS) return "the destination is too deep";
  const windows = sep === "\\";
  // On other systems these are valid characters, but nobody means a folder called `C:\exports`.
  if (!windows && wanted.includes("\\"))
    return "the destination contains a backslash; separate folders with slashes";
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(wanted) && !(windows && /^[A-Za-z]:[\\/]/.test(wanted)))
    return "the destination is a URI or begins with a drive; send a plain path";
  if (windows && wanted.slice(2).includes(":")) return "the destination names a stream of a file";
  return undefined;
}

/** The real path if it exists, else undefined. Fails for a link to a missing target. */
async function real(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw toExportFailure(error);
    const found = await lstat(path).catch(() => undefined);
    if (found?.isSymbolicLink()) throw exportFailed("a link on the way to the destination has no target");
    // Another export may have just created the folder.
    if (found) return real(path);
    return undefined;
  }
}
