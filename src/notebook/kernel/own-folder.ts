import { rmSync } from "node:fs";
import { lstat, mkdir, mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atExit } from "./at-exit.ts";

/** A folder of temporary files that only this user can write to; another name if another user has taken this one. */
export async function ownFolder(name: string): Promise<string> {
  const parent = await realpath(tmpdir());
  const path = join(parent, name);
  await mkdir(path, { mode: 0o700 }).catch(() => {});
  const found = await lstat(path).catch(() => undefined);
  const isOwn = found?.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
  if (isOwn) return path;
  const other = await mkdtemp(join(parent, "clew-deno-"));
  atExit(() => rmSync(other, { recursive: true, force: true }));
  return other;
}
