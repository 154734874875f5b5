import { createWriteStream, renameSync, rmSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { reservedOutput } from "../../files/reserved.ts";
import { CommandFailure } from "../command.ts";

/** Refuses to overwrite a file that Clew itself needs in the data home. */
export function refuseReserved(home: string, file: string): void {
  const name = reservedOutput(home, file);
  if (name !== undefined)
    throw new CommandFailure(
      `cannot write '${file}': the name is reserved in the data home (${name}). Choose another file.`,
      2,
    );
}

/** Writes a file atomically: afterwards it is complete or unchanged. Reserved names in the data home are refused. */
export async function writeWhole(home: string, file: string, pieces: AsyncIterable<string>): Promise<void> {
  refuseReserved(home, file);
  const unfinished = `${file}.${process.pid}.part`;
  try {
    await pipeline(Readable.from(pieces), createWriteStream(unfinished, { flags: "wx", flush: true }));
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw new CommandFailure(`cannot write '${file}': ${(error as Error).message}`);
  }
}
