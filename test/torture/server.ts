import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Place } from "./read-ledger.ts";
import type { Tally } from "./tally.ts";
import type { Workspace } from "./workspace.ts";

/** What every server of a run has in common. */
export interface Ground {
  readonly workspace: Workspace;
  readonly tally: Tally;
  /** The program to attack: a JavaScript file. */
  readonly command: string;
}

/** A process of Clew that this run started and may end. */
export interface Running {
  readonly name: string;
  readonly child: ChildProcessWithoutNullStreams;
  readonly exited: Promise<unknown>;
  /** `kill -9`. */
  kill(): Promise<void>;
  /** Asks it to stop. One that takes longer than 20 seconds, or ends with an error, counts as an unexpected exit. */
  stop(): Promise<void>;
}

const STOP_MS = 20_000;

/** Starts a Clew process on a ledger; when it ends without us, that counts. */
export function startClew(ground: Ground, place: Place, name: string, args: readonly string[]): Running {
  const { workspace, tally } = ground;
  const child = spawn(process.execPath, [ground.command, ...args], {
    env: {
      PATH: process.env.PATH ?? "",
      HOME: place.home,
      CLEW_HOME: place.home,
      TMPDIR: join(workspace.root, "tmp"),
      LOG_FORMAT: "json",
      LOG_LEVEL: "warn",
      CLEW_NOTEBOOK_INSTALL: "off",
      ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
    },
    cwd: workspace.root,
  });
  let isExpected = false;
  let lastLines: string[] = [];
  child.stdin.on("error", () => {});
  createInterface({ input: child.stderr }).on("line", (line) => {
    lastLines = [...lastLines.slice(-4), line.slice(0, 300)];
    tally.noteLog(line);
  });
  const exited = once(child, "exit").then(([code, signal]) => {
    if (isExpected && (code === 0 || signal !== null)) return;
    // A server that is started while the database is down on purpose reports it and ends.
    if (tally.databaseKills > 0 && code === 1 && lastLines.at(-1)?.includes("cannot be reached")) return;
    tally.unexpectedExits.push(
      `${name} ended with ${signal ?? `code ${code}`}: ${lastLines.join(" | ") || "no output"}`,
    );
  });
  // A process that has not ended has its peak memory in /proc until the moment it ends.
  const watching = setInterval(() => tally.noteMemory(child.pid!), 500);
  exited.finally(() => clearInterval(watching));
  const end = async (signal: NodeJS.Signals) => {
    isExpected = true;
    tally.noteMemory(child.pid!);
    child.kill(signal);
    await exited;
  };
  return {
    name,
    child,
    exited,
    kill: () => end("SIGKILL"),
    async stop() {
      const overdue = setTimeout(() => {
        tally.unexpectedExits.push(`${name} did not stop within ${STOP_MS / 1000} s of SIGTERM`);
        child.kill("SIGKILL");
      }, STOP_MS);
      await end("SIGTERM");
      clearTimeout(overdue);
    },
  };
}
