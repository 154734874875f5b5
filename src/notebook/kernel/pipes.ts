import type { Readable } from "node:stream";

/** Reads of fewer bytes are inefficient. */
const SMALL_BYTES = 4 * 1024;
/** This many small reads in a row are normal: a few lines, an answer. */
const SMALL_READS = 32;
const PAUSE_MS = 2;
const MAX_CHARACTERS = 4 * 1024;

/** Reads a pipe. If it is written in many small pieces, reading pauses for a moment to get larger ones. */
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

/** Keeps the beginning of the error output of the programs that set up a process. */
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

/** Callers see what failed, but no path of this machine. */
function withoutPaths(line: string): string {
  return line.replace(/\/[^\s:'"]+/g, "…");
}
