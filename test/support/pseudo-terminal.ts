import { spawn } from "node:child_process";

/** A program in a pseudo-terminal: tests send keys and read the screen. */
export interface PseudoTerminal extends AsyncDisposable {
  /** Presses keys; `\r` is Enter, `\u0003` is Ctrl-C, `\u0004` is Ctrl-D. */
  type(keys: string): void;
  /** Waits until a text appears after the last one seen. */
  sees(text: string | RegExp): Promise<RegExpExecArray>;
  /** Everything that was written, with its control codes. */
  written(): string;
  /** Everything that was written, as a person reads it. */
  screen(): string;
  /** How the program ended. */
  readonly ended: Promise<number | null>;
}

export const CTRL_C = "\u0003";
export const CTRL_D = "\u0004";

/** How long a program may take to show something. */
const PATIENCE_MS = 40_000;

/** Starts a program on a pseudo-terminal, created by util-linux's `script`. */
export function startOnTerminal(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  columns = 100,
): PseudoTerminal {
  const line = `stty cols ${columns} rows 40; exec ${command.map(quoted).join(" ")}`;
  const child = spawn("script", ["-qfec", line, "/dev/null"], { env: { ...env, SHELL: "/bin/sh" } });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  let written = "";
  let seen = 0;
  let isOver = false;
  const wake = new Set<() => void>();
  const wakeAll = () => {
    for (const one of wake) one();
  };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    written += text;
    wakeAll();
  });
  child.stdin.on("error", () => {});
  void ended.then(() => {
    isOver = true;
    wakeAll();
  });
  const screen = () => readable(written);
  return {
    type: (keys) => void child.stdin.write(keys),
    written: () => written,
    screen,
    ended,
    sees(text) {
      const pattern =
        typeof text === "string" ? new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")) : text;
      return new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(screen().slice(seen));
          if (!found && !isOver) return;
          stop();
          if (!found) return reject(new Error(`The program ended before it showed ${pattern}:\n${screen()}`));
          seen += found.index + found[0].length;
          resolve(found);
        };
        const timer = setTimeout(() => {
          stop();
          reject(
            new Error(
              `${pattern} does not show up after ${JSON.stringify(screen().slice(0, seen))} in:\n${screen()}`,
            ),
          );
        }, PATIENCE_MS);
        const stop = () => {
          clearTimeout(timer);
          wake.delete(look);
        };
        wake.add(look);
        look();
      });
    },
    async [Symbol.asyncDispose]() {
      if (!isOver) child.kill();
      await ended;
    },
  };
}

/** A text without the control codes that a line editor and colours need. */
function readable(written: string): string {
  return written.replace(/\u001b\[[0-9;?]*[A-Za-z]|\r/g, "");
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
