import { createWriteStream, renameSync, rmSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CommandFailure } from "../command.ts";

/** Either the whole file is there afterwards, or what was there before. */
export async function writeWhole(file: string, pieces: AsyncIterable<string>): Promise<void> {
  const unfinished = `${file}.${process.pid}.part`;
  try {
    await pipeline(Readable.from(pieces), createWriteStream(unfinished, { flags: "wx", flush: true }));
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw new CommandFailure(`cannot write '${file}': ${(error as Error).message}`);
  }
}
