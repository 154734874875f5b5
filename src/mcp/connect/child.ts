import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { setTimeout as after } from "node:timers/promises";
import spawn from "cross-spawn";
import { descendantsOf, killDescendants, killDescendantsSync, MARK } from "./descendants.ts";
import type { StdioPlan } from "./plan.ts";

/** How long a child may take to exit after its input is closed, and again after SIGTERM. */
const GRACE_MS = 1_500;
/** How long processes started by an exited child may keep its streams open. */
const DRAIN_MS = 500;

/** A running child and its streams. */
export interface Child {
  readonly pid: number;
  readonly input: Writable;
  readonly output: Readable;
  readonly errors: Readable;
  /** Resolves with how it exited, once it and everything it started are gone. */
  readonly gone: Promise<string>;
  /** Kills it and everything it started, at once. */
  kill(): void;
  /** Closes its input, then sends SIGTERM, then SIGKILL; resolves when it is gone. */
  end(): Promise<void>;
}

/** Starts a child; rejects when that fails. `warn` gets a message when processes it started cannot be killed. */
export async function startChild(
  { command, args, env, cwd }: StdioPlan,
  warn: (message: string) => void,
): Promise<Child> {
  const mark = randomBytes(16).toString("hex");
  const child = spawn(command, [...args], {
    env: { ...env, [MARK]: mark },
    cwd,
    stdio: ["pipe", "pipe", "pipe"],
    windowsHide: true,
    // Its own process group: Ctrl-C in the host's terminal does not reach it, and the group is killed as one.
    detached: process.platform !== "win32",
  });
  await once(child, "spawn").catch((error: NodeJS.ErrnoException) => {
    const why = error.code === "ENOENT" ? "it, or the folder to start it in, does not exist" : error.message;
    throw new Error(`the command '${command}' cannot be run: ${why}`, { cause: error });
  });
  // Signals that cannot be delivered also emit errors.
  child.on("error", () => {});
  const { pid, stdin, stdout, stderr } = child;
  if (pid === undefined || !stdin || !stdout || !stderr) throw new Error(`${command} has no streams`);
  const forget = endAtExit(child, pid, mark);
  /** Descendants found when it was asked to exit: a process may leave the group and remove the mark. */
  let below: readonly number[] = [];
  const gone = ended(child, pid)
    .then(async (how) => {
      const left = await killDescendants(mark, below);
      if (left.length > 0)
        warn(`The server '${command}' left processes that could not be killed: ${left.join(", ")}.`);
      return how;
    })
    .finally(forget);

  async function end(): Promise<void> {
    below = await descendantsOf(pid!);
    stdin?.end();
    if (await within(GRACE_MS, gone)) return;
    signalGroup(child, pid!, "SIGTERM");
    if (await within(GRACE_MS, gone)) return;
    signalGroup(child, pid!, "SIGKILL");
    await gone;
  }
  const kill = () => signalGroup(child, pid, "SIGKILL");
  return { pid, input: stdin, output: stdout, errors: stderr, gone, kill, end };
}

async function ended(child: ChildProcess, pid: number): Promise<string> {
  const closed = once(child, "close");
  const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  await within(DRAIN_MS, closed);
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

/** Signals the child's process group; on Windows, the child alone. */
function signalGroup(child: ChildProcess, pid: number, signal: NodeJS.Signals): void {
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-pid, signal);
  } catch {
    // The group is already gone.
  }
}

const running = new Map<number, { readonly child: ChildProcess; readonly mark: string }>();

/** Kills the child if the host exits without closing its set. */
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
    killDescendantsSync(mark);
  }
}
