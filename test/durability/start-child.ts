import { type SpawnOptions, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** How a child came to its end. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A child program of this folder that runs in a process of its own. */
export interface Child {
  /** What it has said on stdout so far, line by line. */
  readonly lines: readonly string[];
  readonly ended: Promise<Ended>;
  /** Sends it a line: the word to begin, or to go on. */
  command(): void;
  /** `kill -9`. */
  kill(): void;
  /** Waits until the condition holds; a child that ends before it does is a failure. */
  until(condition: () => boolean): Promise<void>;
}

/** What a child runs under. */
export interface Surroundings {
  /** Shell words before the command: a limit, or a program that runs it. */
  readonly prefix?: string;
  /** Drops the powers of root, for which no file is read-only. */
  readonly unprivileged?: boolean;
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const NOBODY = 65534;

/** Starts a child program with one argument. */
export function startChild(program: string, argument: unknown, around: Surroundings = {}): Child {
  const command = childCommand(program, argument);
  const options: SpawnOptions = {
    cwd: ROOT,
    stdio: ["pipe", "pipe", "inherit"],
    ...(around.unprivileged && { uid: NOBODY, gid: NOBODY }),
  };
  const child = around.prefix
    ? spawn("sh", ["-c", `${around.prefix} "$@"`, "sh", ...command], options)
    : spawn(command[0]!, command.slice(1), options);
  const kill = () => void child.kill("SIGKILL");
  onTestFinished(kill);
  // A child that is killed closes its end while a command may be on its way.
  child.stdin!.on("error", () => undefined);

  const lines: string[] = [];
  const waiting = new Set<() => void>();
  const look = () => {
    for (const check of waiting) check();
  };
  createInterface({ input: child.stdout! }).on("line", (line) => {
    lines.push(line);
    look();
  });
  let over = false;
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      over = true;
      look();
      resolve({ code, signal });
    });
  });

  return {
    lines,
    ended,
    command: () => void child.stdin!.write("\n"),
    kill,
    until: (condition) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (condition()) resolve();
          else if (over)
            reject(new Error(`The child ended too early. It said:\n${lines.slice(-5).join("\n")}`));
          else return;
          waiting.delete(check);
        };
        waiting.add(check);
        check();
      }),
  };
}

/** The words that run a child program with the Node that runs this. */
export function childCommand(program: string, argument: unknown): string[] {
  const loader = ["--import", "./scripts/text-loader.js"];
  return [process.execPath, ...loader, `test/durability/children/${program}.ts`, JSON.stringify(argument)];
}
