import { lstat, mkdir, realpath, rmdir } from "node:fs/promises";
import { dirname, relative, resolve, sep } from "node:path";
import { exportFailed, toExportFailure } from "./export-failure.ts";

/**
 * The real path of a place that must lie in `root`, which exists; the place itself need not. Relative paths count from
 * the root, absolute ones must lead into it. Links are followed before the comparison, as far as the path exists, so
 * case and Unicode form are those of the disk and nothing on the way leads out.
 */
export async function resolveInside(root: string, wanted: string): Promise<string> {
  const problem = textProblem(wanted);
  if (problem !== undefined) throw exportFailed(problem);
  const top = await real(resolve(root));
  if (top === undefined) throw exportFailed("the folder that holds exports is not there");
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

/** A folder that is there, and those on the way to it that were not, outermost first. */
export interface MadeFolder {
  readonly folder: string;
  readonly made: readonly string[];
}

/**
 * Makes the folder of a resolved path, step by step, and checks after each step that no link took its place meanwhile.
 * `check` sees the real path before anything is made, and throws to refuse it.
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

/** Takes folders away again, but for those that something was put into. */
export async function removeFolders(made: readonly string[]): Promise<void> {
  for (const folder of made.toReversed()) await rmdir(folder).catch(() => undefined);
}

/** Makes one folder; false when somebody else has just made it. */
async function makeFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw toExportFailure(error);
  }
}

/** Fails unless the folder is where it was found to be: a real path, and a folder. */
export async function checkFolder(folder: string): Promise<void> {
  if ((await real(folder)) !== folder) throw exportFailed(OUTSIDE);
  if (!(await lstat(folder)).isDirectory()) throw exportFailed("part of the destination is a file");
}

/** Whether a real path is another or lies below it; `/a/bc` does not lie in `/a/b`. */
export function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** Well beyond what people nest; a caller must not make thousands of folders with one call. */
const MAX_LETTERS = 1_000;
const MAX_FOLDERS = 32;
const OUTSIDE = "the destination lies outside the data home and the bound root";

/** What no path may be: text that other systems, or the reader, would take for another place. */
function textProblem(wanted: string): string | undefined {
  if (wanted.includes("\0")) return "the destination has a zero byte in it";
  if (wanted.length > MAX_LETTERS) return "the destination is too long";
  if (wanted.split(/[\\/]/).length > MAX_FOLDERS) return "the destination is too deep";
  const windows = sep === "\\";
  // Elsewhere these are letters of a name, but nobody who writes them means a folder called `C:\exports`.
  if (!windows && wanted.includes("\\"))
    return "the destination has a backslash in it; folders are written with slashes";
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(wanted) && !(windows && /^[A-Za-z]:[\\/]/.test(wanted)))
    return "the destination is a URI or begins with a drive; send a plain path";
  if (windows && wanted.slice(2).includes(":")) return "the destination names a stream of a file";
  return undefined;
}

/** The real path of what exists, undefined for what does not; a link that leads nowhere is refused. */
async function real(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw toExportFailure(error);
    const found = await lstat(path).catch(() => undefined);
    if (found?.isSymbolicLink()) throw exportFailed("a link on the way to the destination leads nowhere");
    // Another export may have made the folder this very moment.
    if (found) return real(path);
    return undefined;
  }
}
