import { toOutcome } from "./content.ts";
import { explain, isForgotten } from "./explain.ts";
import type { OpenClient } from "./open-client.ts";
import type { Settings } from "./options.ts";
import { cutOutcome, failedOutcome, type ToolOutcome } from "./outcome.ts";
import type { ServerConnection } from "./server-connection.ts";
import type { CallOptions, ConnectedTool } from "./server-set.ts";
import { LONGEST_TIMER, type TimeLimit } from "./time-limit.ts";
import { whileWanted } from "./while-wanted.ts";

/** A call that keeps telling of progress is ended after so many times the time that it may be silent for. */
const MOST_TIMES = 10;

/** What one call is about. */
export interface ToolCall {
  /** The very tool that is meant, as it was when it was offered. */
  readonly tool: Pick<ConnectedTool, "tool" | "identity">;
  readonly input: Readonly<Record<string, unknown>>;
  readonly how: CallOptions;
  readonly settings: Settings;
}

/** Calls a tool of a server; whatever happens is an outcome. */
export async function callTool(server: ServerConnection, call: ToolCall): Promise<ToolOutcome> {
  const timeoutMs = call.how.timeoutMs ?? server.timeoutMs;
  const totalMs = server.totalTimeoutMs ?? timeoutMs * MOST_TIMES;
  using limit = server.clocks.start(timeoutMs, call.how.signal, totalMs);
  let open: OpenClient | undefined;
  async function attempt(again: boolean): Promise<ToolOutcome> {
    open = await server.ready();
    const other = whyOther(server, call.tool);
    if (other !== undefined) return failedOutcome(other);
    try {
      return await request(open, call, limit);
    } catch (error) {
      // A server that knows nothing of the session has done nothing: a new one may be asked.
      if (again || !isForgotten(error)) throw error;
      server.blame(open, error);
      return attempt(true);
    }
  }
  try {
    return cutOutcome(await whileWanted(attempt(false), limit.signal), call.settings.maxOutcomeLetters);
  } catch (error) {
    if (open) server.blame(open, error);
    return failedOutcome(whyNot(server.name, call.tool.tool, limit, error, open));
  }
}

async function request(open: OpenClient, { tool, input, how }: ToolCall, limit: TimeLimit) {
  const result = await open.authorized(() =>
    open.client.callTool(
      { name: tool.tool, arguments: { ...input } },
      {
        signal: limit.signal,
        // The limit has its own clock, which stands while a person is asked.
        timeout: LONGEST_TIMER,
        onprogress(progress) {
          limit.reset();
          how.onProgress?.(progress);
        },
      },
    ),
  );
  return toOutcome(result);
}

/** What was approved is this tool as it was then: nothing else is run in its name. */
function whyOther(server: ServerConnection, { tool, identity }: ToolCall["tool"]): string | undefined {
  const now = server.tools().find((one) => one.tool === tool);
  if (now?.identity === identity) return;
  const named = `'${tool}' of the server '${server.name}'`;
  if (now === undefined) return `${named} is no longer offered. This call was not run.`;
  return `${named} changed after it was offered to you. This call was not run: look at the tool again, then call it again.`;
}

function whyNot(
  server: string,
  tool: string,
  limit: TimeLimit,
  error: unknown,
  open: OpenClient | undefined,
): string {
  const named = `'${tool}' of the server '${server}'`;
  if (limit.expired) return `${named}: ${limit.signal.reason}. The server was told to stop.`;
  if (limit.signal.aborted) return `${named}: the call was cancelled.`;
  if (open === undefined) return explain(error);
  const ending = open.ending();
  if (ending === undefined) return `${named} failed: ${explain(error)}`;
  const restart = "It is being started again; whether the call had an effect is not known.";
  return `The server '${server}' died during the call: ${ending}. ${restart}`;
}
