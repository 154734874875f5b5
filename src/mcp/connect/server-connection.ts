import type { Client } from "@modelcontextprotocol/client";
import type { ServerEntry } from "./entries.ts";
import { explain, isLost, ServerError } from "./explain.ts";
import { type Offered, offeredTools } from "./offered-tools.ts";
import { type OpenClient, openClient } from "./open-client.ts";
import type { Settings } from "./options.ts";
import { planServer } from "./plan.ts";
import { countRestarts } from "./restarts.ts";
import type { OfferedTool, ServerState, ServerStatus } from "./server-set.ts";
import { createTimeLimits, type TimeLimits } from "./time-limit.ts";
import { watchTools } from "./tool-changes.ts";

/** How often a server that died is restarted in the background without a call in between. */
const MAX_TRIES = 5;

/** One server of a set, across all its restarts. */
export interface ServerConnection {
  readonly name: string;
  readonly timeoutMs: number;
  /** The limit for a whole call, whatever its progress; ten times `timeoutMs` by default. */
  readonly totalTimeoutMs: number | undefined;
  readonly timeLimits: TimeLimits;
  status(): ServerStatus;
  /** Its tools under their own names; while it is down, those of its last start. */
  tools(): readonly OfferedTool[];
  /** The connected client; starts the server if it is down and a restart is allowed. */
  ready(): Promise<OpenClient>;
  /** Reports a failed request: if the connection is lost, the client is replaced. */
  reportFailure(client: OpenClient, error: unknown): void;
  /** Starts the server if it is down; otherwise lists its tools again. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

export interface ServerConnectionOptions {
  readonly name: string;
  readonly entry: ServerEntry;
  readonly settings: Settings;
  readonly onToolsChanged: () => void;
}

/** Creates the connection of a server that is not started yet. */
export function createServerConnection(options: ServerConnectionOptions): ServerConnection {
  const { name, entry, settings, onToolsChanged } = options;
  const timeLimits = createTimeLimits();
  const restarts = countRestarts(settings.restartsPerMinute);
  const closing = new AbortController();
  let state: ServerState = entry.disabled ? "disabled" : "starting";
  let error: string | undefined;
  let open: OpenClient | undefined;
  let starting: Promise<OpenClient> | undefined;
  let offered: Offered = { tools: [], leftOut: [] };
  let tries = 0;
  let timer: NodeJS.Timeout | undefined;

  function start(): Promise<OpenClient> {
    clearTimeout(timer);
    restarts.began();
    state = "starting";
    starting ??= connect().finally(() => {
      starting = undefined;
    });
    return starting;
  }

  async function connect(): Promise<OpenClient> {
    let opened: OpenClient | undefined;
    try {
      const plan = planServer(name, entry, settings.env);
      opened = await openClient({
        server: name,
        plan,
        settings,
        ask: timeLimits.ask,
        signal: closing.signal,
      });
      const connected = opened;
      const ended = new AbortController();
      connected.client.onclose = () => {
        ended.abort();
        lost(connected);
      };
      await watchTools(connected.client, () => list(connected), ended.signal);
      await list(connected);
      closing.signal.throwIfAborted();
      if (opened.ending() !== undefined) throw new ServerError(opened.ending());
    } catch (failure) {
      await opened?.close().catch(() => {});
      error = opened?.ending() ?? explain(failure);
      state = closing.signal.aborted ? "closed" : "failed";
      throw new ServerError(`The server '${name}' could not be started: ${error}`, { cause: failure });
    }
    open = opened;
    [state, error] = ["ready", undefined];
    return opened;
  }

  async function list({ client, authorized }: OpenClient): Promise<void> {
    const { tools } = client.getServerCapabilities()?.tools
      ? await authorized(() =>
          client.listTools(undefined, { cacheMode: "refresh", timeout: settings.connectTimeoutMs }),
        )
      : { tools: [] };
    offered = offeredTools(name, tools);
    onToolsChanged();
  }

  function lost(client: OpenClient): void {
    if (open !== client || closing.signal.aborted) return;
    open = undefined;
    state = "failed";
    error = client.ending() ?? "the connection was lost";
    startLater();
  }

  function reportFailure(client: OpenClient, failure: unknown): void {
    if (open !== client || !isLost(failure)) return;
    lost(client);
    error = client.ending() ?? explain(failure);
    void client.close().catch(() => {});
  }

  function startLater(): void {
    if (tries++ >= MAX_TRIES) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (open === undefined && !starting) start().catch(() => !closing.signal.aborted && startLater());
    }, restarts.delay());
    timer.unref();
  }

  async function ready(): Promise<OpenClient> {
    tries = 0;
    if (open) return open;
    if (starting) return starting;
    if (state === "disabled" || state === "closed")
      throw new ServerError(`The server '${name}' is ${state}.`);
    const wait = Math.ceil(restarts.closedFor() / 1000);
    if (wait === 0) return start();
    const often = `It was started ${settings.restartsPerMinute} times within a minute`;
    throw new ServerError(
      `The server '${name}' is down: ${error}. ${often}; it can be tried again in ${wait} s.`,
    );
  }

  return {
    name,
    timeoutMs: entry.timeout ?? settings.timeoutMs,
    totalTimeoutMs: entry.totalTimeout ?? settings.totalTimeoutMs,
    timeLimits,
    tools: () => offered.tools,
    ready,
    status: () => ({
      name,
      state,
      ...(open && protocolOf(open.client)),
      error,
      ...(offered.leftOut.length > 0 && { leftOut: offered.leftOut }),
    }),
    reportFailure,
    async refresh() {
      if (state === "disabled" || state === "closed") return;
      const client = open;
      if (client) await list(client).catch((failure) => reportFailure(client, failure));
      else await ready();
    },
    async close() {
      clearTimeout(timer);
      const client = open;
      open = undefined;
      if (state !== "disabled") state = "closed";
      closing.abort();
      await starting?.catch(() => {});
      await client?.close();
    },
  };
}

function protocolOf(client: Client): Pick<ServerStatus, "era" | "revision"> {
  return {
    era: client.getProtocolEra() === "modern" ? "stateless" : "handshake",
    revision: client.getNegotiatedProtocolVersion(),
  };
}
