import type { Connection } from "./connection.ts";
import { toOutcome } from "./content.ts";
import { explain, isForgotten } from "./explain.ts";
import type { OpenClient } from "./open-client.ts";
import type { Settings } from "./options.ts";
import { cutOutcome, failedOutcome, type ToolOutcome } from "./outcome.ts";
import type { CallOptions } from "./server-set.ts";
import { LONGEST_TIMER, type TimeLimit } from "./time-limit.ts";
import { whileWanted } from "./while-wanted.ts";

/** What one call is about. */
export interface ToolCall {
  /** What its server calls the tool. */
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly how: CallOptions;
  readonly settings: Settings;
}

/** Calls a tool of a server; whatever happens is an outcome. */
export async function callTool(server: Connection, call: ToolCall): Promise<ToolOutcome> {
  using limit = server.clocks.start(call.how.timeoutMs ?? server.timeoutMs, call.how.signal);
  let open: OpenClient | undefined;
  async function attempt(again: boolean): Promise<ToolOutcome> {
    open = await server.ready();
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
    return failedOutcome(whyNot(server.name, call.tool, limit, error, open));
  }
}

async function request(open: OpenClient, { tool, input, how }: ToolCall, limit: TimeLimit) {
  const result = await open.authorized(() =>
    open.client.callTool(
      { name: tool, arguments: { ...input } },
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
