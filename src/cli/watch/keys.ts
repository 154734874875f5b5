import { createInterface } from "node:readline/promises";
import type { ReadStream } from "node:tty";

/** What the keys of `clew watch` do. */
export interface KeyOptions {
  readonly input: Pick<ReadStream, "isTTY" | "setRawMode"> & NodeJS.ReadStream;
  readonly output: NodeJS.WritableStream;
  readonly leave: () => void;
  /** Pauses the output while a note is typed. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** The session that a note goes to. */
  readonly target: () => string | undefined;
  readonly write: (sessionId: string, text: string) => Promise<void>;
  readonly refused: (error: unknown) => void;
}

/** Listens to single keys: `c` asks for a note, `q` and Ctrl-C leave. Without a terminal there are no keys. */
export function openKeys(options: KeyOptions): Disposable {
  const { input, leave } = options;
  if (input.isTTY !== true) return { [Symbol.dispose]: () => {} };
  const onKey = (data: Buffer) => {
    const key = data.toString();
    if (key === "q" || key === "\u0003" || key === "\u0004") leave();
    else if (key === "c") void compose(options, onKey);
  };
  listen(input, onKey);
  return {
    [Symbol.dispose]() {
      input.off("data", onKey);
      input.setRawMode(false);
      input.pause();
    },
  };
}

function listen(input: KeyOptions["input"], onKey: (data: Buffer) => void): void {
  input.setRawMode(true);
  input.on("data", onKey);
  input.resume();
}

async function compose(options: KeyOptions, onKey: (data: Buffer) => void): Promise<void> {
  const { input, output, target, write, pause, resume, refused } = options;
  const sessionId = target();
  if (sessionId === undefined) return refused(new Error("there is no session yet to write a note to."));
  input.off("data", onKey);
  input.setRawMode(false);
  pause();
  const lines = createInterface({ input, output });
  try {
    // An aborted question (Ctrl-C, Ctrl-D) writes nothing.
    const text = await new Promise<string>((resolve) => {
      lines.once("SIGINT", () => lines.close());
      lines.once("close", () => resolve(""));
      lines.question(`Note to ${sessionId}: `).then(resolve, () => resolve(""));
    });
    if (text.trim() !== "") await write(sessionId, text);
  } catch (error) {
    refused(error);
  } finally {
    lines.close();
    resume();
    listen(input, onKey);
  }
}
