import {
  type AuthInfo,
  CLIENT_INFO_META_KEY,
  type RequestId,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { findHandle } from "../ledger/index.ts";
import type { Principal } from "../ledger/principal.ts";
import { type Engine, samplingEngine } from "../llm/index.ts";
import type { Caller, ClientRoot } from "./define.ts";
import type { MultiRoundTrip } from "./multi-round-trip.ts";

/** What is known of a connection before any request. */
export interface ClientConnection {
  /** The handle of a stdio process; HTTP connections have their own session ids. */
  readonly processHandle?: string;
}

/** What a tool call reads of its request: of the SDK, or of a call that does not pass through it. */
export interface CallRequest {
  /** The session id of a handshake-era HTTP connection. */
  readonly sessionId?: string | undefined;
  readonly mcpReq: Pick<
    ServerContext["mcpReq"],
    "id" | "_meta" | "envelope" | "inputResponses" | "notify" | "requestState" | "signal"
  >;
  readonly http?:
    | { readonly authInfo?: AuthInfo | undefined; readonly req?: { readonly headers: Headers } | undefined }
    | undefined;
}

/** The principal of a request; undefined when no authentication is required. */
export function principalOf(authInfo: AuthInfo | undefined): Principal | undefined {
  return authInfo && { name: authInfo.clientId, scopes: authInfo.scopes };
}

/** The caller of one request, from its arguments, `_meta`, headers and connection. */
export function callerOf(
  call: { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> },
  server: Server,
  context: CallRequest,
  connection: ClientConnection,
  roundTrip: MultiRoundTrip | undefined,
): Caller {
  const meta = context.mcpReq._meta as Record<string, unknown> | undefined;
  const principal = principalOf(context.http?.authInfo)?.name;
  const client = clientName(server, context);
  const bound = context.sessionId ?? connection.processHandle;
  const key = meta?.["clew/idempotencyKey"];
  const { sample } = roundTrip ?? {};
  const ownModel = roundTrip ? sample && samplingEngine(sample) : clientModel(server, context);
  const roots = roundTrip ? roundTrip.roots : clientRoots(server, context);
  return {
    roots: async () => roots?.(),
    rawArguments: call.arguments,
    author: (session) => ({
      handle: findHandle({
        arguments: { workflow: workflowIn(call.arguments) ?? workflowIn(call.arguments.args), session },
        meta,
        headers: context.http?.req?.headers,
        connection: bound,
        client,
      }),
      ...(bound !== undefined && { connection: { text: bound, origin: "connection" as const } }),
      name: client,
      ownModel,
      ...(roots && { roots: async () => (await roots())?.map(({ uri }) => uri) }),
      // Scoped by principal and tool, not by connection: a client retries over a new connection.
      idempotency:
        typeof key === "string" && key !== ""
          ? { scope: `${principal ?? ""}/${call.tool}`, key }
          : roundTrip?.idempotency,
    }),
  };
}

/** The workflow id in the arguments. */
function workflowIn(args: unknown): unknown {
  if (typeof args !== "object" || args === null) return undefined;
  const { workflow_id, workflowId } = args as Readonly<Record<string, unknown>>;
  return workflow_id ?? workflowId;
}

/** How long a client may take to list its roots. */
const ROOTS_MS = 5_000;

/** Asks a handshake-era client, which declares its capabilities when it connects. */
function clientRoots(
  server: Server,
  context: CallRequest,
): (() => Promise<readonly ClientRoot[] | undefined>) | undefined {
  if (server.getClientCapabilities()?.roots === undefined) return undefined;
  return async () => {
    try {
      return (await server.listRoots(undefined, { ...onCallStream(context), timeout: ROOTS_MS })).roots;
    } catch {
      return undefined;
    }
  };
}

/** How long a person may take to approve a sampling request, and the model to answer it. */
const SAMPLING_MS = 300_000;

/** The client's own model, if a handshake-era client declared sampling. */
function clientModel(server: Server, context: CallRequest): Engine | undefined {
  if (server.getClientCapabilities()?.sampling === undefined) return undefined;
  return samplingEngine(({ messages, ...request }, { signal }) =>
    server.createMessage(
      { ...request, messages: [...messages] },
      { ...onCallStream(context), signal, timeout: SAMPLING_MS },
    ),
  );
}

/** Sends a request to the client on the stream of its call: it may not listen, or listen at another server. */
function onCallStream({ mcpReq }: CallRequest): { readonly relatedRequestId: RequestId } {
  return { relatedRequestId: mcpReq.id };
}

function clientName(server: Server, context: CallRequest): string | undefined {
  const envelope = context.mcpReq.envelope as
    | Readonly<Record<string, { name?: unknown } | undefined>>
    | undefined;
  const info = envelope?.[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
  return typeof info?.name === "string" && info.name !== "" ? info.name.slice(0, 200) : undefined;
}
