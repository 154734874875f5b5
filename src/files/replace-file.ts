import { randomUUID } from "node:crypto";
import { constants, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";

/** Identifies a file, to notice a replacement. */
export interface FileMark {
  readonly ino: bigint;
  readonly mtimeNs: bigint;
}

/**
 * Writes a file in a folder that others can write to: links are not followed and existing files are replaced as a
 * whole.
 */
export async function replaceFile(folder: string, name: string, text: string): Promise<FileMark> {
  const unfinished = join(folder, `.${randomUUID()}.part`);
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
  const file = await open(unfinished, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY, 0o644);
  try {
    await file.writeFile(text);
    const { ino, mtimeNs } = await file.stat({ bigint: true });
    await rename(unfinished, join(folder, name));
    return { ino, mtimeNs };
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
