import type { Client } from "@modelcontextprotocol/client";
import { type Clocks, makeClocks } from "./clocks.ts";
import type { ServerEntry } from "./entries.ts";
import { explain, isLost, ServerError } from "./explain.ts";
import { type Offered, offeredTools } from "./offered-tools.ts";
import { type OpenClient, openClient } from "./open-client.ts";
import type { Settings } from "./options.ts";
import { planServer } from "./plan.ts";
import { countRestarts } from "./restarts.ts";
import type { OfferedTool, ServerState, ServerStatus } from "./server-set.ts";
import { stayInformed } from "./stay-informed.ts";

/** How often a server that dies is started in the background with no call between. */
const MOST_TRIES = 5;

/** One server of a set, through all its starts. */
export interface ServerConnection {
  readonly name: string;
  readonly timeoutMs: number;
  /** The most that one call may take, whatever its progress; ten times the other unless it is given. */
  readonly totalTimeoutMs: number | undefined;
  readonly clocks: Clocks;
  status(): ServerStatus;
  /** Its tools, under its own names for them; those of its last start while it is down. */
  tools(): readonly OfferedTool[];
  /** The connected client; starts the server if it is down and may be started. */
  ready(): Promise<OpenClient>;
  /** Looks at what a request through a client failed of: one whose connection is gone is given up and replaced. */
  blame(client: OpenClient, error: unknown): void;
  /** Starts the server if it is down; asks it what it offers if it is not. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** What a connection is made for. */
export interface ServerConnectionOptions {
  readonly name: string;
  readonly entry: ServerEntry;
  readonly settings: Settings;
  readonly onToolsChanged: () => void;
}

/** A server that is not started yet. */
export function createServerConnection(options: ServerConnectionOptions): ServerConnection {
  const { name, entry, settings, onToolsChanged } = options;
  const clocks = makeClocks();
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
      opened = await openClient({ server: name, plan, settings, ask: clocks.ask, signal: closing.signal });
      const found = opened;
      const ended = new AbortController();
      found.client.onclose = () => {
        ended.abort();
        lost(found);
      };
      await stayInformed(found.client, () => list(found), ended.signal);
      await list(found);
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

  function lost(which: OpenClient): void {
    if (open !== which || closing.signal.aborted) return;
    open = undefined;
    state = "failed";
    error = which.ending() ?? "the connection was lost";
    startLater();
  }

  function blame(which: OpenClient, failure: unknown): void {
    if (open !== which || !isLost(failure)) return;
    lost(which);
    error = which.ending() ?? explain(failure);
    void which.close().catch(() => {});
  }

  function startLater(): void {
    if (tries++ >= MOST_TRIES) return;
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
      `The server '${name}' is down: ${error}. ${often}; it is tried again in ${wait} s.`,
    );
  }

  return {
    name,
    timeoutMs: entry.timeout ?? settings.timeoutMs,
    totalTimeoutMs: entry.totalTimeout ?? settings.totalTimeoutMs,
    clocks,
    tools: () => offered.tools,
    ready,
    status: () => ({
      name,
      state,
      ...(open && protocolOf(open.client)),
      ...(error && { error }),
      ...(offered.leftOut.length > 0 && { leftOut: offered.leftOut }),
    }),
    blame,
    async refresh() {
      if (state === "disabled" || state === "closed") return;
      const which = open;
      if (which) await list(which).catch((failure) => blame(which, failure));
      else await ready();
    },
    async close() {
      clearTimeout(timer);
      const which = open;
      open = undefined;
      if (state !== "disabled") state = "closed";
      closing.abort();
      await starting?.catch(() => {});
      await which?.close();
    },
  };
}

function protocolOf(client: Client): Pick<ServerStatus, "era" | "revision"> {
  return {
    era: client.getProtocolEra() === "modern" ? "stateless" : "handshake",
    revision: client.getNegotiatedProtocolVersion(),
  };
}
