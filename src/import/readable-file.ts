import type { Stats } from "node:fs";
import { open, stat } from "node:fs/promises";
import { Failure } from "../ledger/index.ts";
import type { Skips } from "./transcript.ts";

/** Size and time of a regular file. Anything else is refused: reading a FIFO or a device may never end. */
export async function statFile(file: string): Promise<Stats> {
  const found = await stat(file);
  if (!found.isFile())
    throw new Failure("STORE_UNREADABLE", { reason: "the transcript is not a regular file" });
  return found;
}

/** The first bytes of a regular file. */
export async function readHead(file: string, bytes: number): Promise<Buffer> {
  await statFile(file);
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** A step of a search; a file that cannot be read is counted and left out. */
export async function unlessUnreadable<T>(skips: Skips, step: () => Promise<T>): Promise<T | undefined> {
  try {
    return await step();
  } catch {
    skips.add("unreadable file");
    return undefined;
  }
}
