import { type SpawnOptions, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** How a child ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A program of this folder that runs in a child process. */
export interface Child {
  /** Its output so far, line by line. */
  readonly lines: readonly string[];
  readonly ended: Promise<Ended>;
  /** Sends it a line: the command to begin, or to continue. */
  command(): void;
  /** `kill -9`. */
  kill(): void;
  /** Waits until the condition holds; fails if the child ends before. */
  until(condition: () => boolean): Promise<void>;
}

/** Options of a child process. */
export interface Surroundings {
  /** Shell words before the command: a limit, or a program that runs it. */
  readonly prefix?: string;
  /** Drops root's privileges, for which no file is read-only. */
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
  // A killed child closes its input while a command may be on its way.
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

/** The command that runs a child program with the Node that runs this. */
function childCommand(program: string, argument: unknown): string[] {
  const loader = ["--import", "./scripts/text-loader.js"];
  return [process.execPath, ...loader, `test/durability/children/${program}.ts`, JSON.stringify(argument)];
}
