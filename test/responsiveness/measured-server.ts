import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Serving, startOne } from "../support/serve.ts";

/** A server whose longest uninterrupted work is measured, in milliseconds of processor time. */
export interface MeasuredServer extends AsyncDisposable {
  readonly serving: Serving;
  /** Runs this and answers the longest piece of work of the server meanwhile. */
  longestPiece(work: () => Promise<unknown>): Promise<number>;
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
    // The probe answers a signal in an iteration of its own, so that everything before it has been measured.
    const before = Number(readFileSync(`${file}.signals`, "utf8") || "0");
    process.kill(serving.pid, "SIGUSR2");
    while (Number(readFileSync(`${file}.signals`, "utf8") || "0") <= before) await answered(serving);
    return Number(readFileSync(file, "utf8"));
  };
  return {
    serving,
    async longestPiece(work) {
      await settled();
      await work();
      return settled();
    },
    [Symbol.asyncDispose]: () => serving[Symbol.asyncDispose](),
  };
}

const answered = async ({ address }: Serving): Promise<void> => {
  await (await fetch(new URL("/healthz", address))).text();
};
