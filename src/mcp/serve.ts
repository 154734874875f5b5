import {
  type CallToolResult,
  type InputRequiredResult,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Principal } from "../ledger/principal.ts";
import type { Notebooks } from "../notebook/notebooks.ts";
import type { RawInvocation, Reasoning } from "../reasoning/index.ts";
import type { Sessions } from "../sessions/index.ts";
import { askOpenQuestion, askThroughConnection, mayAskPerson, type Reply } from "./ask-person.ts";
import { callTool, type ReportFault, toFailure, toRefusal } from "./call.ts";
import { type ClientConnection, callerOf, principalOf } from "./caller.ts";
import { type Catalogue, type Complete, type Prompt, type Tool, VIEWED } from "./define.ts";
import type { InFlightCalls } from "./in-flight-calls.ts";
import { type MultiRoundTrip, openMultiRoundTrip } from "./multi-round-trip.ts";
import { sessionOf, traceSession, withNotes } from "./notes.ts";
import { createStateCodec, hashCall } from "./request-state.ts";
import { isTemplate, matchResource } from "./resources.ts";
import { toListedTool } from "./schema.ts";
import type { Sees, Updates } from "./updates.ts";

/** Options of a server. */
export interface ServerOptions {
  readonly name: string;
  readonly version: string;
  readonly instructions: string;
  readonly catalogue: Catalogue;
  /** The ledger as a caller sees it; called with every request. */
  readonly viewOf: (principal: Principal | undefined) => View;
  readonly updates: Updates;
  readonly report: ReportFault;
  readonly connection: ClientConnection;
  /** Tracks every tool call. */
  readonly inFlight?: InFlightCalls;
  /** Signs the state of multi round-trip calls; shared by the servers of a deployment. Random by default. */
  readonly stateKey?: (() => Promise<Uint8Array>) | undefined;
  /** Reads the view of a session for MCP Apps; without it, there is none. */
  readonly appView?: () => Promise<string | undefined>;
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

/** Makes an SDK server for a connection or a request. Over HTTP it is called per request, so it must be cheap. */
export type MakeServer = (context: McpRequestContext) => Server;

/** Prepares everything that connections share, and returns the factory of their servers. */
export function createServerFactory(serving: ServerOptions): MakeServer {
  const { catalogue, report } = serving;
  const tools = new Map<string, Tool>(catalogue.tools.map((tool) => [tool.name, tool]));
  for (const [alias, name] of Object.entries(catalogue.aliases)) {
    const tool = tools.get(name);
    if (tool) tools.set(alias, tool);
  }
  const lists = listCatalogue(catalogue);
  const viewFor = (context: ServerContext): View => serving.viewOf(principalOf(context.http?.authInfo));
  const readContext = (context: ServerContext) => {
    const { sessions, reasoning, notebooks } = viewFor(context);
    return {
      sessions,
      reasoning,
      notebooks,
      catalogue,
      ...(serving.appView && { appView: serving.appView }),
    };
  };
  const { instructions } = serving;
  const capabilities = { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {} };
  const codec = createStateCodec(serving.stateKey);
  const options = {
    modern: { instructions, capabilities, requestState: { verify: codec.verify } },
    // The 2026-07-28 revision has no log messages to clients.
    legacy: { instructions, capabilities: { ...capabilities, logging: {} } },
  };
  const info = { name: serving.name, version: serving.version };

  return ({ era }) => {
    const server = new Server(info, options[era]);
    server.setRequestHandler("tools/list", () => lists.tools);
    server.setRequestHandler("tools/call", ({ params }, context) => {
      const tool = tools.get(params.name);
      if (!tool)
        throw invalid(`There is no tool '${clip(params.name)}'. Tools offered here: ${lists.toolNames}.`);
      const started = performance.now();
      const { sessions, reasoning, notebooks, note, reply } = viewFor(context);
      const roundTrip =
        era === "modern"
          ? openMultiRoundTrip(
              context,
              {
                hash: () => hashCall(tool.name, params.arguments),
                asksModel: tool.asksModel?.(params.arguments ?? {}) === true,
                asksPerson: () => reply !== undefined && mayAskPerson(params.arguments),
                scope: `${principalOf(context.http?.authInfo)?.name ?? ""}/rounds`,
              },
              codec,
            )
          : undefined;
      const caller = callerOf(
        { tool: tool.name, arguments: params.arguments ?? {} },
        server,
        context,
        serving.connection,
        roundTrip,
      );
      const marks: Record<string, unknown> = {};
      const mark = (name: string, value: unknown) => void Object.assign(marks, { [name]: value });
      const progress = {
        signal: context.mcpReq.signal,
        report: progressReporter(context),
        mark,
        journal: roundTrip?.journal,
      };
      const trace = traceSession(sessions);
      let needed: InputRequiredResult | undefined;
      const work = async () => {
        const toolContext = { sessions: trace.sessions, reasoning, notebooks, catalogue, caller, progress };
        const result = withMeta(await callTool(tool, params.arguments, toolContext, report), marks);
        const ask = roundTrip ? roundTrip.askPerson : askThroughConnection(server, context);
        if (ask && reply && !result.isError && mayAskPerson(params.arguments)) {
          const id = sessionOf(result, trace, caller)?.id;
          if (id !== undefined) {
            const { idempotency } = caller.author();
            // Without a reply the question stays open; the call has succeeded.
            await askOpenQuestion(sessions, id, ask, reply, progress, idempotency).catch(() => {});
            trace.expectNotes();
          }
        }
        try {
          needed = await roundTrip?.inputRequired();
        } catch (error) {
          return toRefusal(tool, toFailure(error, report));
        }
        // The client is asked first; the tool's answer in this round is discarded.
        if (needed) return { content: [] };
        // A view shows the result to a person, so notes stay undelivered until the agent's next call.
        if (marks[VIEWED]) return withoutReplay(result, roundTrip);
        try {
          return await withNotes(withoutReplay(result, roundTrip), trace, caller, progress);
        } catch (error) {
          // The call has succeeded; its notes come with the next one.
          report("notes not delivered", error);
          return withoutReplay(result, roundTrip);
        }
      };
      const call = serving.around?.(aroundCall(tool, context), work) ?? work();
      if (note) call.then((result) => needed ?? note(callRecord(tool, params.arguments, result, started)));
      const answer = call.then((result) => needed ?? result);
      return serving.inFlight?.add(answer) ?? answer;
    });
    server.setRequestHandler("resources/list", () => lists.resources);
    server.setRequestHandler("resources/templates/list", () => lists.templates);
    server.setRequestHandler("resources/read", async ({ params: { uri } }, context) => {
      const match = matchResource(catalogue.resources, uri);
      const found = await guard(report, () =>
        match?.resource.read(match.variables, readContext(context), match.query),
      );
      if (!match || found === undefined) throw new ResourceNotFoundError(clip(uri));
      const { mimeType = "text/plain" } = match.resource;
      return { contents: [{ uri, ...(typeof found === "string" ? { mimeType, text: found } : found) }] };
    });
    server.setRequestHandler("prompts/list", () => lists.prompts);
    server.setRequestHandler("prompts/get", async ({ params }, context) => {
      const prompt = catalogue.prompts.find(({ name }) => name === params.name);
      if (!prompt)
        throw invalid(
          `There is no prompt '${clip(params.name)}'. Prompts offered here: ${lists.promptNames}.`,
        );
      const input = promptArguments(prompt, params.arguments ?? {});
      const text = await guard(report, () => prompt.render(input, readContext(context)));
      return {
        description: prompt.description,
        messages: [{ role: "user", content: { type: "text", text } }],
      };
    });
    server.setRequestHandler("completion/complete", async ({ params }, context) => {
      const { ref, argument } = params;
      const complete = completer(catalogue, ref, argument.name);
      const known = params.context?.arguments ?? {};
      const values =
        (await guard(report, () => complete?.(argument.value, readContext(context), known))) ?? [];
      return {
        completion: { values: values.slice(0, 100), total: values.length, hasMore: values.length > 100 },
      };
    });
    if (era === "legacy") serveSubscriptions(server, serving.updates, viewFor);
    return server;
  };
}

function aroundCall({ name }: Tool, { mcpReq, http, sessionId }: ServerContext): AroundCall {
  const traceparent = mcpReq._meta?.traceparent ?? http?.req?.headers.get("traceparent");
  return { tool: name, traceparent, connection: sessionId };
}

/** Whether another worker had to continue the call. */
const isTakenOver = ({ _meta }: CallToolResult): boolean => _meta?.["clew/takenOver"] === true;

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
  // A refusal has no session id; the arguments may.
  const { sessionId, session_id: session = sessionId } = {
    ...(input ?? {}),
    ...(output as object | undefined),
  } as Readonly<Record<string, unknown>>;
  return {
    kind: "tool",
    name: tool.name,
    sessionId: typeof session === "string" ? session : undefined,
    input: input ?? {},
    output: output && isTakenOver(result) ? { ...output, taken_over: true } : output,
    latencyMs: performance.now() - started,
    ...(isError && { error: first?.type === "text" ? first.text : "failed" }),
    ...(isError && typeof code === "string" && { code }),
  };
}

function serveSubscriptions(
  server: Server,
  updates: Updates,
  viewFor: (context: ServerContext) => View,
): void {
  const uris = new Set<string>();
  let stop: (() => void) | undefined;
  server.setRequestHandler("resources/subscribe", async ({ params: { uri } }, context) => {
    if (uris.size >= 1000)
      throw invalid("At most 1000 resources can be subscribed to at once. Unsubscribe from some first.");
    if (uri.length > 2000) throw invalid("A subscribed URI can have at most 2000 characters.");
    uris.add(uri);
    // A connection belongs to the principal that opened it.
    stop ??= updates.listen((changed) => {
      if (uris.has(changed)) server.sendResourceUpdated({ uri: changed }).catch(() => {});
    }, viewFor(context).sees);
    await updates.ready();
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", ({ params: { uri } }) => {
    uris.delete(uri);
    return {};
  });
  const closed = server.onclose;
  server.onclose = () => {
    stop?.();
    closed?.();
  };
}

function listCatalogue(catalogue: Catalogue) {
  const listed = ({
    uri: _,
    complete: __,
    updatedBy: ___,
    read: ____,
    ...rest
  }: Catalogue["resources"][number]) => rest;
  return {
    tools: { tools: catalogue.tools.map(toListedTool) },
    toolNames: catalogue.tools.map((tool) => tool.name).join(", "),
    resources: {
      resources: catalogue.resources
        .filter((one) => !isTemplate(one))
        .map((one) => ({ uri: one.uri, ...listed(one) })),
    },
    templates: {
      resourceTemplates: catalogue.resources
        .filter(isTemplate)
        .map((one) => ({ uriTemplate: one.uri, ...listed(one) })),
    },
    prompts: {
      prompts: catalogue.prompts.map(({ render: _, arguments: declared, ...rest }) => ({
        ...rest,
        arguments: declared.map(({ complete: __, ...argument }) => argument),
      })),
    },
    promptNames: catalogue.prompts.map((prompt) => prompt.name).join(", "),
  };
}

function progressReporter({ mcpReq }: ServerContext) {
  const progressToken = mcpReq._meta?.progressToken;
  return async (message: string, progress: number, total?: number): Promise<void> => {
    if (progressToken === undefined) return;
    const params = { progressToken, progress, message, total };
    await mcpReq.notify({ method: "notifications/progress", params });
  };
}

function promptArguments(prompt: Prompt, input: Readonly<Record<string, string>>): Record<string, string> {
  const plain = (name: string) => name.replaceAll("_", "").toLowerCase();
  const values: Record<string, string> = {};
  for (const { name, required } of prompt.arguments) {
    const found = Object.entries(input).find(([key]) => plain(key) === plain(name))?.[1];
    if (found !== undefined && found !== "") values[name] = found;
    else if (required) throw invalid(`The prompt '${prompt.name}' needs the argument '${name}'.`);
  }
  return values;
}

function completer(
  catalogue: Catalogue,
  ref: { readonly type: string; readonly uri?: string; readonly name?: string },
  argument: string,
): Complete | undefined {
  if (ref.type === "ref/resource")
    return catalogue.resources.find(({ uri }) => uri === ref.uri)?.complete?.[argument];
  const prompt = catalogue.prompts.find(({ name }) => name === ref.name);
  return prompt?.arguments.find(({ name }) => name === argument)?.complete;
}

async function guard<T>(report: ReportFault, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const failure = toFailure(error, report);
    throw new ProtocolError(ProtocolErrorCode.InternalError, failure.message, { code: failure.code });
  }
}

const invalid = (message: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message);
const clip = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);
