import { setImmediate, setTimeout } from "node:timers/promises";
import type { CallToolResult, InputRequiredResult, Server } from "@modelcontextprotocol/server";
import type { Principal } from "../ledger/principal.ts";
import type { Notebooks } from "../notebook/notebooks.ts";
import type { RawInvocation, Reasoning } from "../reasoning/index.ts";
import type { Sessions } from "../sessions/index.ts";
import { askOpenQuestion, askThroughConnection, mayAskPerson, type Reply } from "./ask-person.ts";
import { callTool, type ReportFault, toFailure, toRefusal } from "./call.ts";
import { type CallRequest, type ClientConnection, callerOf, principalOf } from "./caller.ts";
import { type Catalogue, type Tool, VIEWED } from "./define.ts";
import { type OnModelClient, trackModelClients } from "./model-clients.ts";
import { type MultiRoundTrip, openMultiRoundTrip } from "./multi-round-trip.ts";
import { sessionOf, traceSession, withNotes } from "./notes.ts";
import { hashCall, type StateCodec } from "./request-state.ts";
import type { Sees } from "./updates.ts";

/** What tool calls need from a server. */
export interface CallOptions {
  readonly catalogue: Catalogue;
  /** The ledger as a caller sees it; called with every request. */
  readonly viewOf: (principal: Principal | undefined) => View;
  readonly report: ReportFault;
  readonly connection: ClientConnection;
  /** Receives clients whose model may be asked between their calls. */
  readonly onModelClient?: OnModelClient | undefined;
  /** Tracks every tool call. */
  readonly inFlight?: InFlightCalls;
  /** Wraps every tool call: for request ids in log lines, and for traces. */
  readonly around?: Around;
}

/** The ledger as one caller sees it. */
export interface View {
  readonly sessions: Sessions;
  readonly reasoning: Reasoning;
  readonly notebooks: Notebooks;
  /** Records every answered tool call. */
  readonly note?: (call: RawInvocation) => void;
  /** Writes the reply of the person at the client as a note; absent for callers that may not write notes. */
  readonly reply?: Reply;
  /** A change as this caller sees it; undefined when it must not see it. By default, every change is visible. */
  readonly sees?: Sees;
}

export type Around = (call: AroundCall, work: () => Promise<CallToolResult>) => Promise<CallToolResult>;

export interface AroundCall {
  readonly tool: string;
  /** The caller's W3C `traceparent`; not validated. */
  readonly traceparent?: unknown;
  /** The session id of a handshake-era HTTP connection. */
  readonly connection?: string | undefined;
}

/** The era of a connection or request: that of the handshake, or 2026-07-28. */
export type Era = "legacy" | "modern";

/** A tool's result, or what the client must answer first. */
export type ToolAnswer = CallToolResult | InputRequiredResult;

/** Creates the function that runs one call of a tool: for its caller, with its notes, and into the invocation log. */
export function createToolRunner(serving: CallOptions, codec: StateCodec) {
  const { catalogue, report, onModelClient } = serving;
  const noteModelClient = onModelClient && trackModelClients(onModelClient);
  return (
    server: Server,
    era: Era,
    tool: Tool,
    input: Readonly<Record<string, unknown>> | undefined,
    request: CallRequest,
  ): Promise<ToolAnswer> => {
    const started = performance.now();
    const principal = principalOf(request.http?.authInfo);
    const { sessions, reasoning, notebooks, note, reply } = serving.viewOf(principal);
    const roundTrip =
      era === "modern"
        ? openMultiRoundTrip(
            request,
            {
              hash: () => hashCall(tool.name, input),
              asksModel: tool.asksModel?.(input ?? {}) === true,
              asksPerson: () => reply !== undefined && mayAskPerson(input),
              scope: `${principal?.name ?? ""}/rounds`,
            },
            codec,
          )
        : undefined;
    const call = { tool: tool.name, arguments: input ?? {} };
    const caller = callerOf(call, server, request, serving.connection, roundTrip);
    const marks: Record<string, unknown> = {};
    const progress = {
      get signal() {
        return request.mcpReq.signal;
      },
      report: progressReporter(request),
      mark: (name: string, value: unknown) => {
        marks[name] = value;
      },
      journal: roundTrip?.journal,
    };
    const trace = traceSession(sessions);
    let needed: InputRequiredResult | undefined;

    async function work(): Promise<CallToolResult> {
      const context = { sessions: trace.sessions, reasoning, notebooks, catalogue, caller, progress };
      const result = withMeta(await callTool(tool, input, context, report), marks);
      const ask = roundTrip ? roundTrip.askPerson : askThroughConnection(server, request);
      if (ask && reply && !result.isError && mayAskPerson(input)) {
        const id = sessionOf(result, trace, caller)?.id;
        if (id !== undefined) {
          const { idempotency } = caller.author();
          // Without a reply the question stays open; the call has succeeded.
          await askOpenQuestion(sessions, id, ask, reply, progress, idempotency).catch(() => {});
          trace.expectNotes();
        }
      }
      if (roundTrip)
        try {
          needed = await roundTrip.inputRequired();
        } catch (error) {
          return toRefusal(tool, toFailure(error, report));
        }
      // The client is asked first; the tool's answer in this round is discarded.
      if (needed) return { content: [] };
      const answer = withoutReplay(result, roundTrip);
      // A view shows the result to a person, so notes stay undelivered until the agent's next call.
      if (marks[VIEWED]) return answer;
      try {
        return await withNotes(answer, trace, caller, progress);
      } catch (error) {
        // The call has succeeded; its notes come with the next one.
        report("notes not delivered", error);
        return answer;
      }
    }

    const answer = (serving.around?.(aroundCall(tool, request), work) ?? work()).then((result) => {
      if (needed) return needed;
      const recordedIn = trace.recordedIn();
      if (era === "legacy" && recordedIn !== undefined) noteModelClient?.(server, principal, recordedIn);
      note?.(callRecord(tool, input, result, started));
      return result;
    });
    return serving.inFlight?.add(answer) ?? answer;
  };
}

function aroundCall({ name }: Tool, { mcpReq, http, sessionId }: CallRequest): AroundCall {
  const traceparent = mcpReq._meta?.traceparent ?? http?.req?.headers.get("traceparent");
  return { tool: name, traceparent, connection: sessionId };
}

/** Whether another worker had to continue the call. */
const isTakenOver = ({ _meta }: CallToolResult): boolean => _meta?.["clew/takenOver"] === true;

/** Whether the call repeats an earlier one, whose arguments may have been erased since: they are not logged again. */
const isRepeat = ({ _meta }: CallToolResult): boolean =>
  _meta?.["clew/replayed"] === true || _meta?.["clew/code"] === "SESSION_DELETED";

/** To the caller, a thought recorded in an earlier round of the same call is not a replay. */
function withoutReplay(result: CallToolResult, roundTrip: MultiRoundTrip | undefined): CallToolResult {
  if (!roundTrip?.isRepeated || result._meta?.["clew/replayed"] === undefined) return result;
  const { "clew/replayed": _, ...meta } = result._meta;
  return { ...result, _meta: meta };
}

function withMeta(result: CallToolResult, marks: Readonly<Record<string, unknown>>): CallToolResult {
  return Object.keys(marks).length === 0 ? result : { ...result, _meta: { ...result._meta, ...marks } };
}

/** The record of a tool call. */
function callRecord(tool: Tool, input: unknown, result: CallToolResult, started: number): RawInvocation {
  const { structuredContent: output, isError, content } = result;
  const code = result._meta?.["clew/code"];
  const first = content[0];
  const given = (input ?? {}) as Readonly<Record<string, unknown>>;
  const answered = (output ?? {}) as Readonly<Record<string, unknown>>;
  // A refusal has no session id; the arguments may.
  const session = answered.session_id ?? given.session_id ?? answered.sessionId ?? given.sessionId;
  return {
    kind: "tool",
    name: tool.name,
    sessionId: typeof session === "string" ? session : undefined,
    input: isRepeat(result) ? { repeated: true } : given,
    output: output && isTakenOver(result) ? { ...answered, taken_over: true } : output,
    latencyMs: performance.now() - started,
    ...(isError && { error: first?.type === "text" ? first.text : "failed" }),
    ...(isError && typeof code === "string" && { code }),
  };
}

function progressReporter({ mcpReq }: CallRequest) {
  const progressToken = mcpReq._meta?.progressToken;
  return async (message: string, progress: number, total?: number): Promise<void> => {
    if (progressToken === undefined) return;
    const params = { progressToken, progress, message, total };
    await mcpReq.notify({ method: "notifications/progress", params });
  };
}

/** The calls that have no answer yet. */
export interface InFlightCalls {
  add<T>(call: Promise<T>): Promise<T>;
  /** How many calls have begun, and how many are in flight. */
  activity(): { readonly begun: number; readonly underWay: number };
  /** Resolves when all of them have been answered, or after `withinMs`. */
  answered(withinMs: number): Promise<void>;
}

/** Tracks calls until they are answered, so that a server that shuts down can wait for them. */
export function createInFlightCalls(): InFlightCalls {
  const calls = new Set<Promise<unknown>>();
  let begun = 0;
  return {
    add(call) {
      calls.add(call);
      begun += 1;
      const forget = () => void calls.delete(call);
      call.then(forget, forget);
      return call;
    },
    activity: () => ({ begun, underWay: calls.size }),
    async answered(withinMs) {
      await Promise.race([Promise.allSettled(calls), setTimeout(withinMs, undefined, { ref: false })]);
      // The SDK writes an answer shortly after its call has ended.
      await setImmediate();
    },
  };
}
