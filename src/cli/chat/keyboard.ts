import { createInterface, type Interface } from "node:readline";
import { Writable } from "node:stream";
import type { ReadStream, WriteStream } from "node:tty";
import { line as oneLine } from "../table.ts";

/** The user's input. */
export interface Keyboard extends Disposable {
  /** Whether a user can be asked; false for a pipe. */
  readonly isPerson: boolean;
  /** The next message; several lines if it was pasted. Undefined at the end of the input. */
  next(prompt: string): Promise<string | undefined>;
  /**
   * The answer to this question only: text typed before it is kept for later. Undefined after Ctrl-C, the end of the
   * input, or an abort.
   */
  answer(question: string, signal?: AbortSignal): Promise<string | undefined>;
  /** Sets the handler of Ctrl-C; without one, Ctrl-C ends the input. */
  onInterrupt(handler: (() => void) | undefined): void;
}

/** Input and output of a keyboard. */
export interface KeyboardOptions {
  readonly input: Pick<ReadStream, "isTTY"> & NodeJS.ReadableStream;
  readonly output: Pick<WriteStream, "columns"> & NodeJS.WritableStream;
  /** Disables line editing, which needs control codes. */
  readonly plain: boolean;
}

/** Bracketed paste mode: the terminal marks where pasted text begins and ends. */
const PASTES_ON = "\u001b[?2004h";
const PASTES_OFF = "\u001b[?2004l";

const ENDING = ["SIGTERM", "SIGHUP"] as const;

/** Listens to the keyboard until disposed. Text typed while no prompt is open is shown with the next prompt. */
export function openKeyboard({ input, output, plain }: KeyboardOptions): Keyboard {
  const isPerson = input.isTTY === true;
  const edits = isPerson && !plain;
  const echo = createEcho(output);
  const lines = createInterface({ input, ...(edits && { output: echo.stream }), terminal: edits });
  const queue: string[] = [];
  let waiting: Waiting | undefined;
  let handler: (() => void) | undefined;
  let ended = false;

  function finish(text: string | undefined): void {
    const done = waiting;
    waiting = undefined;
    if (done && edits) output.write(PASTES_OFF);
    echo.muted = true;
    done?.resolve(text);
  }

  function receive(text: string): void {
    if (waiting) finish(text);
    else queue.push(text);
  }

  function ask(prompt: string, isQuestion: boolean): Promise<string | undefined> {
    if (edits) {
      output.write(PASTES_ON);
      lines.setPrompt(prompt);
      echo.muted = false;
      lines.prompt(true);
    } else if (isPerson) output.write(prompt);
    return new Promise((resolve) => {
      waiting = { resolve, isQuestion };
    });
  }

  function interrupt(): void {
    const isBegun = waiting !== undefined && !waiting.isQuestion && lines.line !== "";
    if (waiting && isPerson) output.write(isBegun ? "^C\n" : "\n");
    if (isBegun && edits && !handler) {
      pastes.forget();
      echo.muted = true;
      clear(lines);
      echo.muted = false;
      lines.prompt();
      return;
    }
    if (handler) handler();
    else ended = true;
    finish(undefined);
  }

  function end(): void {
    ended = true;
    handler?.();
    finish(undefined);
  }

  const pastes = joinPastes(lines, input, receive);
  lines.on("close", () => {
    ended = true;
    if (waiting && isPerson) output.write("\n");
    finish(undefined);
  });
  lines.on("SIGINT", interrupt);
  // Answers are not added to the history: they may be secrets.
  lines.on("history", (history: string[]) => void (waiting?.isQuestion && history.shift()));
  process.on("SIGINT", interrupt);
  for (const signal of ENDING) process.on(signal, end);

  return {
    isPerson,
    async next(prompt) {
      const typed = queue.shift();
      if (typed === undefined) return ended ? undefined : ask(prompt, false);
      if (isPerson) output.write(`${prompt}${oneLine(typed)}\n`);
      return typed;
    },
    async answer(question, signal) {
      if (ended || signal?.aborted) return undefined;
      const begun = edits ? lines.line : "";
      clear(lines);
      const drop = () => {
        if (waiting) output.write("\n");
        finish(undefined);
      };
      signal?.addEventListener("abort", drop, { once: true });
      const given = await ask(question, true);
      signal?.removeEventListener("abort", drop);
      clear(lines);
      if (edits && !ended) lines.write(begun);
      return given;
    },
    onInterrupt(called) {
      handler = called;
    },
    [Symbol.dispose]() {
      echo.muted = true;
      lines.close();
      process.off("SIGINT", interrupt);
      for (const signal of ENDING) process.off(signal, end);
    },
  };
}

interface Waiting {
  readonly resolve: (text: string | undefined) => void;
  readonly isQuestion: boolean;
}

/** Joins pasted lines to one message, which ends with Enter. */
function joinPastes(lines: Interface, input: KeyboardOptions["input"], receive: (text: string) => void) {
  let held: string[] = [];
  let pasting = false;
  function onKey(_: unknown, key: { readonly name?: string } | undefined): void {
    if (key?.name === "paste-start") pasting = true;
    if (key?.name === "paste-end") pasting = false;
  }
  input.on("keypress", onKey);
  lines.on("close", () => input.off("keypress", onKey));
  lines.on("line", (text) => {
    held.push(text);
    if (!pasting) receive(held.splice(0).join("\n"));
  });
  return {
    forget() {
      held = [];
    },
  };
}

/** Clears the current line. */
function clear(lines: Interface): void {
  if (!lines.terminal) return;
  lines.write(null, { ctrl: true, name: "e" });
  lines.write(null, { ctrl: true, name: "u" });
}

/** The output of the line editor; silent while muted. */
function createEcho(output: KeyboardOptions["output"]) {
  const echo = { muted: true, stream: new Writable() };
  echo.stream._write = (chunk, _, done) => {
    if (!echo.muted) output.write(chunk);
    done();
  };
  // While muted the width is 0 (unlimited): otherwise the editor would move up over wrapped rows and erase them.
  Object.defineProperty(echo.stream, "columns", { get: () => (echo.muted ? 0 : output.columns) });
  output.on("resize", () => echo.stream.emit("resize"));
  return echo;
}
