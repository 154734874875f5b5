import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { denoBinary } from "./deno-binary.ts";
import { checkedFolder } from "./folder.ts";
import type { Limits } from "./limits.ts";
import { killGroup, spawnDeno } from "./spawn.ts";

/** How a process ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A running kernel process and who listens to it. */
export interface LiveProcess {
  readonly pid: number | undefined;
  readonly folder: string;
  /** Settles when the process is gone and its pipes are empty. */
  readonly ended: Promise<Ending>;
  readonly alive: boolean;
  listener: ((bytes: Buffer) => void) | undefined;
  send(line: string): void;
  kill(): Promise<Ending>;
}

/** What a process may print while nothing runs in it. */
const IDLE_BYTES = 1024 * 1024;

/** Starts a process for the folder, if the folder can hold one. */
export async function startProcess(folder: string, limits: Limits): Promise<LiveProcess> {
  const binary = denoBinary();
  const root = await checkedFolder(folder);
  const cache = await mkdtemp(join(tmpdir(), "clew-deno-"));
  const child = spawnDeno(binary, root, cache, limits);
  let alive = true;
  let idle = 0;
  const kill = () => {
    alive = false;
    killGroup(child);
  };
  const forget = atExit(() => {
    kill();
    rmSync(cache, { recursive: true, force: true });
  });
  const ended = new Promise<Ending>((resolve) => {
    child.once("error", () => resolve({ code: null, signal: null }));
    child.once("close", (code, signal) => resolve({ code, signal }));
  }).then(async (ending) => {
    alive = false;
    forget();
    await rm(cache, { recursive: true, force: true });
    return ending;
  });
  child.stdin.on("error", () => {});
  child.stdout.on("error", () => {});
  // A process that cannot answer any more has no use.
  child.stdout.once("end", kill);
  child.stdout.on("data", (bytes: Buffer) => {
    if (live.listener) return live.listener(bytes);
    idle += bytes.length;
    if (idle > IDLE_BYTES) kill();
  });

  const live: LiveProcess = {
    pid: child.pid,
    folder: root,
    ended,
    get alive() {
      return alive;
    },
    listener: undefined,
    send: (line) => child.stdin.write(`${line}\n`),
    kill() {
      kill();
      return ended;
    },
  };
  return live;
}

const leftovers = new Set<() => void>();

/** Has a task done when this process exits, with one listener for all; answers how to drop it. */
function atExit(task: () => void): () => void {
  if (leftovers.size === 0) process.once("exit", endLeftovers);
  leftovers.add(task);
  return () => {
    leftovers.delete(task);
    if (leftovers.size === 0) process.off("exit", endLeftovers);
  };
}

function endLeftovers(): void {
  for (const task of leftovers) task();
}
