import { randomBytes } from "node:crypto";
import { setTimeout as setTimer } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { DEFAULT_LIMITS, type Limits } from "./limits.ts";
import { type LiveProcess, startProcess } from "./process.ts";
import { type Bundle, type CellError, createReader, type Request } from "./protocol.ts";
import { createTranscript } from "./transcript.ts";

/** How one cell is run. */
export interface RunOptions {
  /** Names the cell in errors; one that ends in `.js` is not TypeScript. */
  readonly filename?: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly onOutput?: (text: string) => void;
}

/** What came of a run: but for the status, the exit code and the time, the cell's own claim. */
export interface RunResult {
  /** `killed` is by interrupt, by a limit or by a signal; `timeout` is by the deadline. */
  readonly status: "completed" | "failed" | "timeout" | "killed";
  readonly output: string;
  readonly value?: Bundle;
  readonly displays: readonly Bundle[];
  readonly error?: CellError;
  /** 0 when completed, 1 when failed, the process's own when it ended, null when it was killed. */
  readonly exitCode: number | null;
  readonly durationMs: number;
  readonly truncated: boolean;
}

/** Runs a notebook's cells, one at a time, in a process that keeps their variables. */
export interface Kernel {
  run(code: string, options?: RunOptions): Promise<RunResult>;
  /** Starts the process ahead of the first run. */
  warm(): Promise<void>;
  /** Ends the current run, and with it the process and the variables. */
  interrupt(): void;
  /** Ends everything; runs that wait are answered as killed. */
  close(): Promise<void>;
}

type Verdict = Pick<RunResult, "status" | "exitCode" | "value" | "error"> & { readonly keep?: true };

const DEFAULT_TIMEOUT_MS = 30_000;
/** How long an answer waits for a killed process to be gone; a disk that hangs must not hold it. */
const GRACE_MS = 1_000;

/** Makes the kernel of the notebook in a folder; no process starts before the first run. */
export function createKernel(options: {
  readonly folder: string;
  readonly limits?: Partial<Limits>;
}): Kernel {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const closing = new AbortController();
  let current: AbortController | undefined;
  let starting: Promise<LiveProcess> | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  const live = async (): Promise<LiveProcess> => {
    const known = await starting?.catch(() => undefined);
    if (known?.alive) return known;
    starting = startProcess(options.folder, limits);
    return starting;
  };
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const result = queue.then(task);
    queue = result.catch(() => {});
    return result;
  };

  return {
    run: (code, run = {}) =>
      inTurn(async () => {
        current = new AbortController();
        const stop = AbortSignal.any([current.signal, closing.signal, ...(run.signal ? [run.signal] : [])]);
        return runOnce(live, limits, code, run, stop).finally(() => {
          current = undefined;
        });
      }),
    warm: () =>
      inTurn(async () => {
        if (!closing.signal.aborted) await live();
      }),
    interrupt: () => current?.abort(),
    async close() {
      closing.abort();
      await queue;
      await (await starting?.catch(() => undefined))?.kill();
    },
  };
}

async function runOnce(
  live: () => Promise<LiveProcess>,
  limits: Limits,
  code: string,
  { filename = "cell.ts", timeoutMs = DEFAULT_TIMEOUT_MS, onOutput }: RunOptions,
  stop: AbortSignal,
): Promise<RunResult> {
  const started = performance.now();
  const transcript = createTranscript(limits, onOutput);
  const { promise, resolve } = Promise.withResolvers<Verdict>();
  let decided = false;
  const decide = (verdict: Verdict) => {
    decided = true;
    resolve(verdict);
  };
  const deadline = setTimeout(() => decide(ended("timeout", `No answer within ${timeoutMs} ms.`)), timeoutMs);
  const onStop = () => decide(ended("killed", "The run was interrupted."));
  stop.addEventListener("abort", onStop);
  if (stop.aborted) onStop();

  const token = randomBytes(16).toString("hex");
  const reader = createReader(
    token,
    (bytes) => transcript.write(bytes),
    (frame) => {
      if (frame.kind === "text") transcript.write(Buffer.from(frame.text));
      else if (frame.kind === "display") transcript.display(frame.data);
      else if (frame.kind === "exit") decide(deathOf(frame.code, null));
      else if (frame.error) decide({ keep: true, status: "failed", exitCode: 1, error: frame.error });
      else
        decide({ keep: true, status: "completed", exitCode: 0, ...(frame.value && { value: frame.value }) });
    },
  );
  const process = stop.aborted ? undefined : live();
  process?.then(
    (kernel) => {
      if (decided) return;
      kernel.listener = (bytes) => {
        reader.push(bytes);
        if (transcript.flooded) decide(ended("killed", "The cell printed too much."));
      };
      kernel.ended.then(({ code, signal }) => decide(deathOf(code, signal)));
      const url = pathToFileURL(`${kernel.folder}/${encodeURIComponent(filename)}`).href;
      const request: Request = { token, url, code, typescript: !/\.[mc]?jsx?$/.test(filename) };
      kernel.send(JSON.stringify(request));
    },
    (error: unknown) => decide(ended("failed", error instanceof Error ? error.message : String(error))),
  );

  const { keep, ...verdict } = await promise;
  clearTimeout(deadline);
  stop.removeEventListener("abort", onStop);
  // Whatever else is claimed, a process is kept only when its cell came to an end.
  const released = process?.then(
    async (kernel) => {
      if (!keep) await kernel.kill();
      kernel.listener = undefined;
    },
    () => {},
  );
  await Promise.race([released, setTimer(GRACE_MS, undefined, { ref: false })]);
  if (verdict.status !== "completed") reader.flush();
  return {
    ...verdict,
    output: transcript.end(),
    displays: transcript.displays,
    durationMs: performance.now() - started,
    truncated: transcript.truncated,
  };
}

function ended(status: "failed" | "timeout" | "killed", message: string): Verdict {
  const name = status === "timeout" ? "Timeout" : status === "killed" ? "Killed" : "KernelError";
  return { status, exitCode: null, error: { name, message } };
}

function deathOf(code: number | null, signal: NodeJS.Signals | null): Verdict {
  if (signal !== null)
    return ended("killed", `The cell's process ended by ${signal}, most likely at a limit.`);
  const message = `The cell's process ended with exit code ${code}; its variables are gone.`;
  return { status: "failed", exitCode: code, error: { name: "Exit", message } };
}
