import { createWriteStream, renameSync, rmSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileFault } from "../../files/export-failure.ts";
import { reservedOutput } from "../../files/reserved-names.ts";
import { Failure } from "../../ledger/index.ts";
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
    if (error instanceof Failure) throw error;
    throw new CommandFailure(`cannot write '${file}': ${reasonOf(error)}.`);
  }
}

/** The reason without the path, which would be that of the unfinished file. */
function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return "its folder does not exist";
  return fileFault(error) ?? (error as Error).message;
}
