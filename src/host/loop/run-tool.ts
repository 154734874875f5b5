import type { After } from "../../llm/index.ts";
import type { HostTool, HostToolResult, PendingCall, ToolHooks, ToolProgress } from "../loop.ts";
import { errorResult } from "./fit-result.ts";
import { LONGEST_TIMER_MS, unlessAborted } from "./interruption.ts";

/** How a tool runs. */
export interface ToolRunOptions {
  readonly signal: AbortSignal;
  /** How long it may take without progress. */
  readonly timeoutMs: number;
  readonly after: After;
  readonly hooks: ToolHooks;
  readonly onProgress: (message: string, progress: ToolProgress | undefined) => void;
}

/** A tool that keeps reporting progress is stopped after this many timeouts. */
const MOST_TIMEOUTS = 10;

/** Runs a tool with its hooks. Every failure becomes a result; undefined as soon as the run is interrupted. */
export async function runTool(
  tool: HostTool,
  call: PendingCall,
  options: ToolRunOptions,
): Promise<HostToolResult | undefined> {
  const { beforeTool, afterTool } = options.hooks;
  try {
    if (beforeTool && (await unlessAborted(options.signal, () => beforeTool(call))) === undefined) return;
  } catch (error) {
    return errorResult(`'${call.name}' was not run: the beforeTool hook failed: ${problemOf(error)}`);
  }
  const result = await attempt(tool, call, options);
  if (result === undefined || afterTool === undefined) return result;
  try {
    const replaced = await unlessAborted(options.signal, () => afterTool(call, result));
    return replaced?.value ?? result;
  } catch (error) {
    return errorResult(`'${call.name}' was run, but the afterTool hook failed: ${problemOf(error)}`);
  }
}

/** The message of anything that was thrown. */
export function problemOf(thrown: unknown): string {
  if (thrown instanceof Error && thrown.message !== "") return thrown.message;
  return typeof thrown === "string" && thrown !== "" ? thrown : "no reason was given.";
}

const NOTHING: HostToolResult = { content: [], isError: false };

/** The tool's result, or an error result. A tool that ignores its signal is not waited for. */
function attempt(tool: HostTool, call: PendingCall, options: ToolRunOptions) {
  const { signal, timeoutMs, after } = options;
  const stopping = new AbortController();
  return new Promise<HostToolResult | undefined>((resolve) => {
    let isOver = false;
    let stopTimer = () => {};
    let stopTotal = () => {};
    const end = (result: HostToolResult | undefined) => {
      isOver = true;
      stopTimer();
      stopTotal();
      signal.removeEventListener("abort", interrupt);
      resolve(result);
    };
    const stop = (result: HostToolResult | undefined) => {
      end(result);
      stopping.abort();
    };
    const interrupt = () => stop(undefined);
    const startTimer = () => {
      stopTimer();
      const text = `'${call.name}' was stopped: no progress for ${timeoutMs / 1000} s.`;
      if (!isOver) stopTimer = after(timeoutMs, () => stop(errorResult(text)));
    };
    if (signal.aborted) return interrupt();
    signal.addEventListener("abort", interrupt, { once: true });
    startTimer();
    const totalMs = Math.min(LONGEST_TIMER_MS, timeoutMs * MOST_TIMEOUTS);
    const tooLong = `'${call.name}' was stopped: it may take at most ${totalMs / 1000} s.`;
    stopTotal = after(totalMs, () => stop(errorResult(tooLong)));
    const onProgress = (message: string, progress?: ToolProgress) => {
      if (isOver) return;
      startTimer();
      options.onProgress(message, progress);
    };
    (async () => await tool.run(call.input, { signal: stopping.signal, onProgress }))().then(
      (result) => end(result ?? NOTHING),
      (error) => end(errorResult(`'${call.name}' failed: ${problemOf(error)}`)),
    );
  });
}
