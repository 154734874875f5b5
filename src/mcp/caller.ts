import {
  type AuthInfo,
  CLIENT_INFO_META_KEY,
  type RequestId,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { findHandle } from "../ledger/index.ts";
import { type Engine, samplingEngine } from "../llm/index.ts";
import type { Caller, ClientRoot } from "./define.ts";
import type { MultiRoundTrip } from "./multi-round-trip.ts";

/** What the serving side knows of a connection before any request. */
export interface ClientConnection {
  /** Stands for the stdio process; HTTP connections have their own session ids. */
  readonly processHandle?: string;
}

/** Who a request comes from, once that is proved. */
export interface Principal {
  readonly name: string;
  readonly scopes: readonly string[];
}

/** Who a request comes from; undefined where callers need not say. */
export function principalIn(authInfo: AuthInfo | undefined): Principal | undefined {
  return authInfo && { name: authInfo.clientId, scopes: authInfo.scopes };
}

/** The caller of one request, told from its arguments, `_meta`, headers and connection. */
export function callerOf(
  call: { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> },
  server: Server,
  context: ServerContext,
  connection: ClientConnection,
  roundTrip: MultiRoundTrip | undefined,
): Caller {
  const meta = context.mcpReq._meta as Record<string, unknown> | undefined;
  const principal = principalIn(context.http?.authInfo)?.name;
  const client = clientName(server, context);
  const bound = context.sessionId ?? connection.processHandle;
  const key = meta?.["clew/idempotencyKey"];
  const { sample } = roundTrip ?? {};
  const ownModel = roundTrip ? sample && samplingEngine(sample) : clientModel(server, context);
  return {
    roots: async () => (roundTrip ? roundTrip.roots?.() : clientRoots(server, context)),
    given: call.arguments,
    author: (session) => ({
      handle: findHandle({
        arguments: { workflow: workflowIn(call.arguments) ?? workflowIn(call.arguments.args), session },
        ...(meta && { meta }),
        ...(context.http?.req && { headers: context.http.req.headers }),
        ...(bound !== undefined && { connection: bound }),
        ...(client !== undefined && { client }),
      }),
      ...(client !== undefined && { name: client }),
      ...(ownModel && { ownModel }),
      ...(roundTrip?.idempotency && { idempotency: roundTrip.idempotency }),
      // Scoped by principal and tool, not by connection: a client retries over a new one.
      ...(typeof key === "string" &&
        key !== "" && { idempotency: { scope: `${principal ?? ""}/${call.tool}`, key } }),
    }),
  };
}

/** The workflow that arguments name; that of an operation may stand among its own. */
function workflowIn(given: unknown): unknown {
  if (typeof given !== "object" || given === null) return undefined;
  const { workflow_id, workflowId } = given as Readonly<Record<string, unknown>>;
  return workflow_id ?? workflowId;
}

/** How long a client may take to name its folders. */
const ROOTS_MS = 5_000;

async function clientRoots(
  server: Server,
  context: ServerContext,
): Promise<readonly ClientRoot[] | undefined> {
  // A handshake-era client says when it connects what it can be asked for.
  if (server.getClientCapabilities()?.roots === undefined) return undefined;
  try {
    return (await server.listRoots(undefined, { ...onItsStream(context), timeout: ROOTS_MS })).roots;
  } catch {
    return undefined;
  }
}

/** How long a person may take to allow a request to their model, and the model to answer it. */
const SAMPLING_MS = 300_000;

/** The client's own model, where a handshake-era client said that it lends it. */
function clientModel(server: Server, context: ServerContext): Engine | undefined {
  if (server.getClientCapabilities()?.sampling === undefined) return undefined;
  return samplingEngine(({ messages, ...request }, { signal }) =>
    server.createMessage(
      { ...request, messages: [...messages] },
      { ...onItsStream(context), signal, timeout: SAMPLING_MS },
    ),
  );
}

/** Asks the client where it waits for its answer: it may listen nowhere else, or at another server. */
function onItsStream({ mcpReq }: ServerContext): { readonly relatedRequestId: RequestId } {
  return { relatedRequestId: mcpReq.id };
}

function clientName(server: Server, context: ServerContext): string | undefined {
  const envelope = context.mcpReq.envelope as
    | Readonly<Record<string, { name?: unknown } | undefined>>
    | undefined;
  const info = envelope?.[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
  return typeof info?.name === "string" && info.name !== "" ? info.name.slice(0, 200) : undefined;
}
