import { randomBytes } from "node:crypto";
import { setTimeout as setTimer } from "node:timers/promises";
import { hideCrashReport } from "./crash-report.ts";
import type { DiskCheck } from "./disk-check.ts";
import type { HiddenPaths } from "./hide-paths.ts";
import type { KernelLimits } from "./limits.ts";
import type { LiveProcess } from "./process.ts";
import { type Bundle, type CellError, createReader, markerOf, type Request } from "./protocol.ts";
import { createTranscript } from "./transcript.ts";
import { watchRun } from "./watch-process.ts";

/** Options of a run of one cell. */
export interface RunOptions {
  /** Names the cell in errors; a name that ends in `.js` means JavaScript. */
  readonly filename?: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly onOutput?: (text: string) => void;
}

/** The result of a run. All but status, exit code and time is reported by the cell's process and untrusted. */
export interface RunResult {
  /** `killed` is by interrupt, by a limit or by a signal; `timeout` is by the deadline. */
  readonly status: "completed" | "failed" | "timeout" | "killed";
  readonly output: string;
  readonly value?: Bundle;
  readonly displays: readonly Bundle[];
  readonly error?: CellError;
  /** 0 when completed, 1 when failed, the process's own when it ended, null when it was killed or did not run. */
  readonly exitCode: number | null;
  readonly durationMs: number;
  readonly truncated: boolean;
  /** No cell ran in this process before, so there were no variables of earlier cells. */
  readonly fresh: boolean;
  /** Why the process shares the host's files; absent if the file layer is active, or nothing ran. */
  readonly sharesFiles?: string;
}

/** The process that a cell runs in. */
export interface CellProcess {
  /** Returns a process, a new one if needed; it may wait until the signal aborts. */
  readonly live: (signal: AbortSignal) => Promise<LiveProcess>;
  readonly disk: DiskCheck;
  readonly limits: KernelLimits;
}

type Verdict = Pick<RunResult, "status" | "exitCode" | "value" | "error"> & { readonly keep?: true };

const DEFAULT_TIMEOUT_MS = 30_000;
/** How long an answer waits for a killed process to end; a hanging disk must not delay it. */
const GRACE_MS = 1_000;

const WHY: Partial<Readonly<Record<NodeJS.Signals, string>>> = {
  SIGXCPU: "its processor time was used up",
  SIGXFSZ: "a file grew beyond its limit",
};

const NOT_SET_UP =
  "The cell did not run: the sandbox of its process could not be set up. Run `clew doctor` on the server to see which layer is missing. The reason:";

/** The marker of a process's frames, and how many cells were sent to it. */
const runsOf = new WeakMap<LiveProcess, { readonly secret: string; run: number }>();

function nextRun(kernel: LiveProcess) {
  const known = runsOf.get(kernel) ?? { secret: randomBytes(16).toString("hex"), run: 0 };
  known.run += 1;
  runsOf.set(kernel, known);
  return known;
}

/** Runs one cell in a process, which is kept only if the cell ran to its end. */
export async function runCell(
  { live, disk, limits }: CellProcess,
  code: string,
  { filename = "cell.ts", timeoutMs = DEFAULT_TIMEOUT_MS, onOutput }: RunOptions,
  stop: AbortSignal,
): Promise<RunResult> {
  const started = performance.now();
  const transcript = createTranscript(limits, onOutput);
  const { promise, resolve: decide } = Promise.withResolvers<Verdict>();
  const over = new AbortController();
  let sent = false;
  let fresh = true;
  let sharesFiles: string | undefined;
  const deadline = setTimeout(() => decide(tooLate(timeoutMs, sent)), timeoutMs);
  const onStop = () => decide(ended("killed", "The run was interrupted."));
  stop.addEventListener("abort", onStop);
  if (stop.aborted) onStop();

  const crashReport = hideCrashReport((bytes) => transcript.write(bytes));
  const readerFor = (marker: string, paths: HiddenPaths) =>
    createReader(
      marker,
      (bytes) => crashReport.push(bytes),
      (frame) => {
        transcript.countFrame();
        if (frame.kind === "text") crashReport.push(Buffer.from(frame.text));
        else if (frame.kind === "display") transcript.display(frame.data);
        else if (frame.kind === "exit") decide(deathOf(frame.code, null, undefined));
        else if (frame.error)
          decide({ keep: true, status: "failed", exitCode: 1, error: paths.hideIn(frame.error) });
        else
          decide({
            keep: true,
            status: "completed",
            exitCode: 0,
            ...(frame.value && { value: paths.hideIn(frame.value) }),
          });
      },
    );
  let reader: ReturnType<typeof createReader> | undefined;
  const process = stop.aborted ? undefined : live(over.signal);
  let endWatch = () => {};
  process?.then(
    async (kernel) => {
      const allowed = await Promise.all([disk.allowance(kernel.pid), kernel.checkFolder()]).then(
        ([allowance]) => allowance,
        (error: Error) => error,
      );
      if (over.signal.aborted) return;
      if (allowed instanceof Error) return decide({ ...ended("failed", allowed.message), keep: true });
      if (allowed.warning !== undefined) transcript.write(Buffer.from(`${allowed.warning}\n`));
      const { secret, run } = nextRun(kernel);
      const frames = readerFor(markerOf(secret, run), kernel.hiddenPaths);
      transcript.hidePaths(kernel.hiddenPaths);
      reader = frames;
      kernel.listener = (bytes) => {
        // Output after these outcomes is ignored, however much it is.
        if (transcript.flooded || frames.forged) return;
        frames.push(bytes);
        if (frames.forged) decide(ended("killed", "The cell wrote invalid frames into its output."));
        else if (transcript.flooded) decide(ended("killed", "The cell printed too much."));
      };
      kernel.ended.then(({ code, signal, setUpFailure }) =>
        decide(
          setUpFailure === undefined
            ? deathOf(code, signal, crashReport.cause)
            : ended("failed", `${NOT_SET_UP} ${setUpFailure}`),
        ),
      );
      endWatch = watchRun(kernel, disk, allowed, (says) => decide(ended("killed", says)));
      const request: Request = {
        ...(run === 1 && { secret }),
        run,
        filename,
        code,
        typescript: !/\.[mc]?jsx?$/.test(filename),
      };
      fresh = !kernel.used;
      sharesFiles = kernel.sharesFiles;
      kernel.used = true;
      sent = true;
      kernel.send(JSON.stringify(request));
    },
    (error: unknown) => decide(ended("failed", error instanceof Error ? error.message : String(error))),
  );

  const { keep, ...verdict } = await promise;
  clearTimeout(deadline);
  over.abort();
  endWatch();
  stop.removeEventListener("abort", onStop);
  // Whatever a frame claims, a process is kept only if its cell ran to its end.
  const released = process?.then(
    async (kernel) => {
      if (!keep) await kernel.kill();
      kernel.listener = undefined;
    },
    () => {},
  );
  await Promise.race([released, setTimer(GRACE_MS, undefined, { ref: false })]);
  if (verdict.status !== "completed") reader?.flush();
  crashReport.end(keep === true);
  return {
    ...verdict,
    output: transcript.end(),
    displays: transcript.displays,
    durationMs: performance.now() - started,
    truncated: transcript.truncated,
    fresh,
    ...(sharesFiles !== undefined && { sharesFiles }),
  };
}

function ended(status: "failed" | "timeout" | "killed", message: string): Verdict {
  const name = status === "timeout" ? "Timeout" : status === "killed" ? "Killed" : "KernelError";
  return { status, exitCode: null, error: { name, message } };
}

function tooLate(timeoutMs: number, sent: boolean): Verdict {
  const why = sent ? "" : " The cell did not begin: cells of other notebooks may use every process.";
  return ended("timeout", `No answer within ${timeoutMs} ms.${why}`);
}

function deathOf(code: number | null, signal: NodeJS.Signals | null, cause: string | undefined): Verdict {
  if (signal !== null) {
    const why = WHY[signal] ?? cause ?? "most likely at a limit";
    return ended("killed", `The cell's process ended by ${signal}: ${why}.`);
  }
  const why = cause === undefined ? "" : `: ${cause}`;
  const message = `The cell's process ended with exit code ${code}${why}; its variables are gone.`;
  return { status: "failed", exitCode: code, error: { name: "Exit", message } };
}
