import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { setTimeout as after } from "node:timers/promises";
import spawn from "cross-spawn";
import { descendantsOf, endDescendants, endDescendantsNow, MARK } from "./descendants.ts";
import type { StdioPlan } from "./plan.ts";

/** How long a child may take to end by itself, and then again after it was asked to. */
const PATIENCE_MS = 1_500;
/** How long the streams of a child that has ended may be held open by what it started. */
const LAST_WORDS_MS = 500;

/** A running child and its streams. */
export interface Child {
  readonly pid: number;
  readonly input: Writable;
  readonly output: Readable;
  readonly errors: Readable;
  /** Resolves when it is gone and all that it started has been killed: with how it ended. */
  readonly gone: Promise<string>;
  /** Kills it and all that it started, at once. */
  kill(): void;
  /** Closes its input; then asks, then kills; resolves when it is gone. */
  end(): Promise<void>;
}

/** Starts a child; rejects when it cannot be started. What of it cannot be ended is told by `warn`. */
export async function startChild(
  { command, args, env, cwd }: StdioPlan,
  warn: (message: string) => void,
): Promise<Child> {
  const mark = randomBytes(16).toString("hex");
  const child = spawn(command, [...args], {
    env: { ...env, [MARK]: mark },
    ...(cwd !== undefined && { cwd }),
    stdio: ["pipe", "pipe", "pipe"],
    windowsHide: true,
    // A group of its own: Ctrl-C in the host's terminal does not reach it, and what it starts ends with it.
    detached: process.platform !== "win32",
  });
  await once(child, "spawn").catch((error: NodeJS.ErrnoException) => {
    const why = error.code === "ENOENT" ? "it, or the folder to start it in, does not exist" : error.message;
    throw new Error(`the command '${command}' cannot be run: ${why}`, { cause: error });
  });
  // A signal that cannot be delivered is reported here too.
  child.on("error", () => {});
  const { pid, stdin, stdout, stderr } = child;
  if (pid === undefined || !stdin || !stdout || !stderr) throw new Error(`${command} has no streams`);
  const forget = endAtExit(child, pid, mark);
  /** What was below it when it was asked to end: a process may have left the group and put off the mark. */
  let below: readonly number[] = [];
  const gone = ended(child, pid)
    .then(async (how) => {
      const left = await endDescendants(mark, below);
      if (left.length > 0)
        warn(`The server '${command}' left processes behind that could not be ended: ${left.join(", ")}.`);
      return how;
    })
    .finally(forget);

  async function end(): Promise<void> {
    below = await descendantsOf(pid!);
    stdin?.end();
    if (await within(PATIENCE_MS, gone)) return;
    signalGroup(child, pid!, "SIGTERM");
    if (await within(PATIENCE_MS, gone)) return;
    signalGroup(child, pid!, "SIGKILL");
    await gone;
  }
  const kill = () => signalGroup(child, pid, "SIGKILL");
  return { pid, input: stdin, output: stdout, errors: stderr, gone, kill, end };
}

async function ended(child: ChildProcess, pid: number): Promise<string> {
  const closed = once(child, "close");
  const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  await within(LAST_WORDS_MS, closed);
  signalGroup(child, pid, "SIGKILL");
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
  return signal === null ? `exit code ${code}` : `signal ${signal}`;
}

async function within(ms: number, event: Promise<unknown>): Promise<boolean> {
  const stop = new AbortController();
  const late = after(ms, false, { signal: stop.signal }).catch(() => false);
  try {
    return await Promise.race([event.then(() => true), late]);
  } finally {
    stop.abort();
  }
}

/** To the child and all that it started, by the id of its group; to the child alone where there are no groups. */
function signalGroup(child: ChildProcess, pid: number, signal: NodeJS.Signals): void {
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-pid, signal);
  } catch {
    // Nobody of the group is left.
  }
}

const running = new Map<number, { readonly child: ChildProcess; readonly mark: string }>();

/** A host that exits without closing its set leaves no child behind. */
function endAtExit(child: ChildProcess, pid: number, mark: string): () => void {
  if (running.size === 0) process.on("exit", endAll);
  running.set(pid, { child, mark });
  return () => {
    running.delete(pid);
    if (running.size === 0) process.off("exit", endAll);
  };
}

function endAll(): void {
  for (const [pid, { child, mark }] of running) {
    signalGroup(child, pid, "SIGKILL");
    endDescendantsNow(mark);
  }
}
