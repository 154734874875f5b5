import type { Readable } from "node:stream";

/** A read of fewer bytes costs more than it brings. */
const SMALL_BYTES = 4 * 1024;
/** Small reads in a row that are normal: a few lines, an answer. */
const SMALL_READS = 32;
const PAUSE_MS = 2;
const MAX_CHARACTERS = 4 * 1024;

/** Reads a pipe. One that is written in many small pieces is left alone for a moment, so that it is read in large ones. */
export function readInLargePieces(pipe: Readable, onBytes: (bytes: Buffer) => void): void {
  let small = 0;
  pipe.on("data", (bytes: Buffer) => {
    small = bytes.length < SMALL_BYTES ? small + 1 : 0;
    if (small >= SMALL_READS) {
      small = 0;
      pipe.pause();
      setTimeout(() => pipe.resume(), PAUSE_MS);
    }
    onBytes(bytes);
  });
}

/** Keeps the first error output of the programs that set a process up. */
export function watchSetUp(pipe: Readable): { readonly failure: string | undefined } {
  let text = "";
  pipe.on("error", () => {});
  pipe.on("data", (bytes: Buffer) => {
    if (text.length < MAX_CHARACTERS) text += bytes.toString("utf8");
  });
  return {
    get failure() {
      const [line = ""] = text.trim().split("\n", 1);
      return line === "" ? undefined : withoutPaths(line.slice(0, MAX_CHARACTERS));
    },
  };
}

/** Callers learn what failed, but no path of this machine. */
function withoutPaths(line: string): string {
  return line.replace(/\/[^\s:'"]+/g, "…");
}
