import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Serving, startOne } from "../support/serve.ts";

/** The longest that a call may block the server, in milliseconds of processor time. */
export const LONGEST_MS = 50;
const ATTEMPTS = 5;

/** A server that measures its longest uninterrupted work, in milliseconds of processor time. */
export interface MeasuredServer extends AsyncDisposable {
  readonly serving: Serving;
  /**
   * Runs `work` and returns how long the server was blocked at most. Compiling, collecting garbage and a busy machine only
   * add time, so `work` runs up to five times, until the result is below `enough`, and the smallest result counts.
   */
  longestPiece(work: () => Promise<unknown>, enough?: number): Promise<number>;
}

const probe = fileURLToPath(new URL("./longest-piece.js", import.meta.url));

/** Starts `clew serve` with the probe in its process. */
export async function startMeasured(home: string): Promise<MeasuredServer> {
  const file = join(home, "longest-piece");
  writeFileSync(file, "");
  const serving = await startOne({
    home,
    env: { NODE_OPTIONS: `--import ${probe}`, LONGEST_PIECE_FILE: file },
  });
  const settled = async () => {
    // The probe handles a signal in a later iteration of the event loop, when everything before it has been measured.
    const before = Number(readFileSync(`${file}.signals`, "utf8") || "0");
    process.kill(serving.pid, "SIGUSR2");
    while (Number(readFileSync(`${file}.signals`, "utf8") || "0") <= before) await answered(serving);
    return Number(readFileSync(file, "utf8"));
  };
  return {
    serving,
    async longestPiece(work, enough = LONGEST_MS) {
      let least = Number.POSITIVE_INFINITY;
      for (let attempt = 0; attempt < ATTEMPTS && least >= enough; attempt++) {
        await settled();
        await work();
        least = Math.min(least, await settled());
      }
      return least;
    },
    [Symbol.asyncDispose]: () => serving[Symbol.asyncDispose](),
  };
}

const answered = async ({ address }: Serving): Promise<void> => {
  await (await fetch(new URL("/healthz", address))).text();
};
