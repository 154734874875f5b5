import { toOutcome } from "./content.ts";
import { explain, isForgotten } from "./explain.ts";
import type { OpenClient } from "./open-client.ts";
import type { Settings } from "./options.ts";
import { cutOutcome, failedOutcome, type ToolOutcome } from "./outcome.ts";
import type { ServerConnection } from "./server-connection.ts";
import type { CallOptions, ConnectedTool } from "./server-set.ts";
import { abortable, LONGEST_TIMER, type TimeLimit } from "./time-limit.ts";

/** The default total time limit, as a multiple of the limit without progress. */
const TOTAL_FACTOR = 10;

/** One call of a tool. */
export interface ToolCall {
  /** The tool as it was offered. */
  readonly tool: Pick<ConnectedTool, "tool" | "identity">;
  readonly input: Readonly<Record<string, unknown>>;
  readonly options: CallOptions;
  readonly settings: Settings;
}

/** Calls a tool of a server. Never throws: failures are outcomes too. */
export async function callTool(server: ServerConnection, call: ToolCall): Promise<ToolOutcome> {
  const timeoutMs = call.options.timeoutMs ?? server.timeoutMs;
  const totalMs = server.totalTimeoutMs ?? timeoutMs * TOTAL_FACTOR;
  using limit = server.timeLimits.start(timeoutMs, call.options.signal, totalMs);
  let open: OpenClient | undefined;
  async function attempt(isRetry: boolean): Promise<ToolOutcome> {
    open = await server.ready();
    const changed = changedProblem(server, call.tool);
    if (changed !== undefined) return failedOutcome(changed);
    try {
      return await request(open, call, limit);
    } catch (error) {
      // A server that has forgotten the session has not run the call, so a retry is safe.
      if (isRetry || !isForgotten(error)) throw error;
      server.reportFailure(open, error);
      return attempt(true);
    }
  }
  try {
    return cutOutcome(await abortable(attempt(false), limit.signal), call.settings.maxOutcomeCharacters);
  } catch (error) {
    if (open) server.reportFailure(open, error);
    return failedOutcome(failureText(server.name, call.tool.tool, limit, error, open));
  }
}

async function request(open: OpenClient, { tool, input, options }: ToolCall, limit: TimeLimit) {
  const result = await open.authorized(() =>
    open.client.callTool(
      { name: tool.tool, arguments: { ...input } },
      {
        signal: limit.signal,
        // The limit has its own timer, which is paused while a person is asked.
        timeout: LONGEST_TIMER,
        onprogress(progress) {
          limit.reset();
          options.onProgress?.(progress);
        },
      },
    ),
  );
  return toOutcome(result);
}

/** An approval covers the tool as it was offered: a tool that changed since is not run. */
function changedProblem(server: ServerConnection, { tool, identity }: ToolCall["tool"]): string | undefined {
  const now = server.tools().find((one) => one.tool === tool);
  if (now?.identity === identity) return;
  const name = `'${tool}' of the server '${server.name}'`;
  if (now === undefined) return `${name} is no longer offered. This call was not run.`;
  return `${name} changed after it was offered to you. This call was not run: look at the tool again, then call it again.`;
}

function failureText(
  server: string,
  tool: string,
  limit: TimeLimit,
  error: unknown,
  open: OpenClient | undefined,
): string {
  const name = `'${tool}' of the server '${server}'`;
  if (limit.expired) return `${name}: ${limit.signal.reason}. The call was cancelled.`;
  if (limit.signal.aborted) return `${name}: the call was cancelled.`;
  if (open === undefined) return explain(error);
  const ending = open.ending();
  if (ending === undefined) return `${name} failed: ${explain(error)}`;
  return `The server '${server}' died during the call: ${ending}. It is being restarted; whether the call had an effect is unknown.`;
}
