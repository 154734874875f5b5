import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type JSONRPCErrorResponse,
  type JSONRPCResultResponse,
  PROTOCOL_VERSION_META_KEY,
  type RequestId,
  Server,
  type ServerContext,
  type ServerOptions,
} from "@modelcontextprotocol/server";
import type { CallRequest } from "./caller.ts";
import type { ToolAnswer } from "./run-tool.ts";

/** The parameters of a plain tool call. */
export interface CallParams {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly _meta?: CallRequest["mcpReq"]["_meta"];
}

/** A `tools/call` without any optional part of the protocol. */
export interface PlainCall {
  readonly id: RequestId;
  readonly params: CallParams;
}

/** A plain call of the 2026-07-28 revision, and what its client says about itself in every request. */
export interface StatelessCall extends PlainCall {
  readonly envelope: NonNullable<CallRequest["mcpReq"]["envelope"]>;
}

/** Runs a tool; undefined when there is none of this name. */
type RunTool = (params: CallParams, request: CallRequest) => Promise<ToolAnswer> | undefined;

/** The SDK's server. A transport may also run plain tool calls on it, which costs a third of the SDK's way. */
export class ToolServer extends Server {
  readonly info: { readonly name: string; readonly version: string };
  readonly runTool: RunTool;
  /** The result of a call that was started without the SDK and that the SDK is to answer. */
  joinCall: ((context: ServerContext) => Promise<ToolAnswer> | undefined) | undefined;

  constructor(
    info: { readonly name: string; readonly version: string },
    options: ServerOptions,
    run: RunTool,
  ) {
    super(info, options);
    this.info = info;
    this.runTool = run;
  }

  /** Whether a handshake-era client has completed `initialize`. */
  get isInitialized(): boolean {
    return this.getClientVersion() !== undefined;
  }
}

/** A tool call in progress. */
export interface DirectCall {
  readonly result: Promise<ToolAnswer>;
  /** The message to send. */
  readonly answer: Promise<JSONRPCResultResponse | JSONRPCErrorResponse>;
  /** Aborts the signal of the tool. A cancelled call is not answered. */
  abort(reason?: unknown): void;
}

/**
 * Runs a plain call without the SDK, which would validate the message and the result many times. Undefined when the SDK
 * must handle it, because there is no tool of this name.
 */
export function callDirectly(
  server: ToolServer,
  { id, params }: PlainCall,
  {
    notify = (notification) => server.notification(notification, { relatedRequestId: id }),
    envelope,
    ...connection
  }: Pick<CallRequest, "sessionId" | "http"> &
    Partial<Pick<CallRequest["mcpReq"], "notify" | "envelope">> = {},
): DirectCall | undefined {
  // Most calls never read their signal, and making one costs more than the rest of this function.
  let controller: AbortController | undefined;
  const aborter = () => (controller ??= new AbortController());
  const running = server.runTool(params, {
    ...connection,
    mcpReq: {
      id,
      _meta: params._meta,
      get signal() {
        return aborter().signal;
      },
      envelope,
      notify,
      requestState: () => undefined,
    },
  });
  if (!running) return undefined;
  return {
    result: running,
    answer: running.then(
      (result) => ({ jsonrpc: "2.0", id, result }),
      (error: unknown) => ({ jsonrpc: "2.0", id, error: errorOf(error) }),
    ),
    abort: (reason) => aborter().abort(reason),
  };
}

/** The error that the SDK would send. */
function errorOf(error: unknown): JSONRPCErrorResponse["error"] {
  const { code, message, data } = (error ?? {}) as Partial<JSONRPCErrorResponse["error"]>;
  return {
    code: Number.isSafeInteger(code) ? code! : -32603,
    message: message ?? "Internal error",
    ...(data !== undefined && { data }),
  };
}

const MESSAGE = new Set(["jsonrpc", "id", "method", "params"]);
const PARAMS = new Set(["name", "arguments", "_meta"]);
/** Reserved names in `_meta`, such as those of the 2026-07-28 revision. */
const RESERVED = "io.modelcontextprotocol/";
const ENVELOPE = new Set<string>([
  PROTOCOL_VERSION_META_KEY,
  CLIENT_INFO_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
]);

/** Reads a message that is a plain call of the handshake era. Everything else is left to the SDK. */
export function plainCallOf(message: unknown): PlainCall | undefined {
  const call = callOf(message);
  const meta = call?.params._meta;
  if (meta === undefined) return call;
  if (meta.progressToken !== undefined && !isRequestId(meta.progressToken)) return undefined;
  for (const key in meta) if (key.startsWith(RESERVED)) return undefined;
  return call;
}

/**
 * Reads a message that is a plain call of the 2026-07-28 revision: of a client that cannot be asked for anything and
 * wants no progress. Everything else is left to the SDK.
 */
export function statelessCallOf(message: unknown): StatelessCall | undefined {
  const call = callOf(message);
  const meta = call?.params._meta as Readonly<Record<string, unknown>> | undefined;
  if (!call || !meta || meta.progressToken !== undefined) return undefined;
  for (const key in meta) if (key.startsWith(RESERVED) && !ENVELOPE.has(key)) return undefined;
  const capabilities = meta[CLIENT_CAPABILITIES_META_KEY];
  if (meta[PROTOCOL_VERSION_META_KEY] !== STATELESS_REVISION || !isRecord(capabilities)) return undefined;
  if (Object.keys(capabilities).length > 0 || !isPlainClient(meta[CLIENT_INFO_META_KEY])) return undefined;
  return { ...call, envelope: meta as StatelessCall["envelope"] };
}

/** The revision without a handshake. */
export const STATELESS_REVISION = "2026-07-28";

/** Whether a client has a name and a version, and nothing but texts; or does not say what it is. */
function isPlainClient(info: unknown): boolean {
  if (info === undefined) return true;
  if (!isRecord(info) || info.name === undefined || info.version === undefined) return false;
  return Object.values(info).every((value) => typeof value === "string");
}

function callOf(message: unknown): PlainCall | undefined {
  if (!isRecord(message)) return undefined;
  const { jsonrpc, id, method, params } = message;
  if (method !== "tools/call" || jsonrpc !== "2.0" || !isRequestId(id) || !isRecord(params)) return undefined;
  const { name, arguments: input, _meta: meta } = params;
  if (typeof name !== "string" || (input !== undefined && !isRecord(input))) return undefined;
  if (meta !== undefined && !isRecord(meta)) return undefined;
  for (const key in message) if (!MESSAGE.has(key)) return undefined;
  for (const key in params) if (!PARAMS.has(key)) return undefined;
  return { id, params: params as unknown as CallParams };
}

const isRequestId = (value: unknown): value is RequestId =>
  typeof value === "string" || Number.isSafeInteger(value);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
