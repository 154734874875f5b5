import type { After } from "../../llm/index.ts";
import type { HostTool, HostToolResult, HowFar, PendingCall, ToolHooks } from "../loop.ts";
import { errorResult } from "./fit-result.ts";
import { unlessAborted } from "./interruption.ts";

/** What a tool is run under. */
export interface ToolRules {
  readonly signal: AbortSignal;
  /** How long it may take without progress. */
  readonly timeoutMs: number;
  readonly after: After;
  readonly hooks: ToolHooks;
  readonly onProgress: (message: string, how: HowFar | undefined) => void;
}

/** A tool that goes on and on about its progress is stopped after so many times the time without any. */
const MOST_TIMES = 10;

/** Runs a tool and its hooks; whatever they do is a result. Undefined as soon as it is interrupted. */
export async function runTool(
  tool: HostTool,
  call: PendingCall,
  rules: ToolRules,
): Promise<HostToolResult | undefined> {
  const { beforeTool, afterTool } = rules.hooks;
  try {
    if (beforeTool && (await unlessAborted(rules.signal, () => beforeTool(call))) === undefined) return;
  } catch (error) {
    return errorResult(`'${call.name}' was not run: the hook before it failed: ${problemOf(error)}`);
  }
  const result = await attempt(tool, call, rules);
  if (result === undefined || afterTool === undefined) return result;
  try {
    const after = await unlessAborted(rules.signal, () => afterTool(call, result));
    return after === undefined ? result : (after.value ?? result);
  } catch (error) {
    return errorResult(`'${call.name}' was run, but the hook after it failed: ${problemOf(error)}`);
  }
}

/** What something thrown says. */
export function problemOf(thrown: unknown): string {
  if (thrown instanceof Error && thrown.message !== "") return thrown.message;
  return typeof thrown === "string" && thrown !== "" ? thrown : "it did not say why.";
}

/** The longest that a timer takes. */
const LONGEST_MS = 2 ** 31 - 1;

const NOTHING: HostToolResult = { content: [], isError: false };

/** The tool's own result, or why there is none; a tool that does not listen is not waited for. */
function attempt(tool: HostTool, call: PendingCall, rules: ToolRules) {
  const { signal, timeoutMs, after } = rules;
  const stopping = new AbortController();
  return new Promise<HostToolResult | undefined>((resolve) => {
    let over = false;
    let stopTimer = () => {};
    let stopTotal = () => {};
    const end = (result: HostToolResult | undefined) => {
      over = true;
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
      const text = `'${call.name}' was stopped: it took ${timeoutMs / 1000} s without a sign of progress.`;
      if (!over) stopTimer = after(timeoutMs, () => stop(errorResult(text)));
    };
    if (signal.aborted) return interrupt();
    signal.addEventListener("abort", interrupt, { once: true });
    startTimer();
    const totalMs = Math.min(LONGEST_MS, timeoutMs * MOST_TIMES);
    const tooLong = `'${call.name}' was stopped: it took ${totalMs / 1000} s in all, and that is the most.`;
    stopTotal = after(totalMs, () => stop(errorResult(tooLong)));
    const onProgress = (message: string, how?: HowFar) => {
      if (over) return;
      startTimer();
      rules.onProgress(message, how);
    };
    const options = { signal: stopping.signal, onProgress };
    (async () => await tool.run(call.input, options))().then(
      (result) => end(result ?? NOTHING),
      (error) => end(errorResult(`'${call.name}' failed: ${problemOf(error)}`)),
    );
  });
}
