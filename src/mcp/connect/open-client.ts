import {
  type AuthProvider,
  Client,
  type OAuthClientProvider,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { type Ask, answerServer, capabilitiesOf } from "./answer-server.ts";
import { boundedValidator } from "./check-value.ts";
import { explain, oneLine, ServerError } from "./explain.ts";
import { HttpTransport } from "./http-transport.ts";
import type { ServerAuth, Settings } from "./options.ts";
import type { HttpPlan, ServerPlan, StdioPlan } from "./plan.ts";
import { stdioTransport } from "./stdio-transport.ts";
import { abortable } from "./time-limit.ts";

/** How long a child may take to answer the version probe; a silent one is handshake-era. */
const PROBE_MS = 10_000;
/** How often a person is asked to authorize within one request. */
const MAX_AUTHORIZATIONS = 2;

/** A client that is connected to its server. */
export interface OpenClient {
  readonly client: Client;
  /** How the connection ended, with the last stderr output of a child; undefined while it is open. */
  ending(): string | undefined;
  /** Runs a request; if it is refused as unauthorized, runs it again after the person has signed in. */
  authorized<T>(request: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface Opening {
  readonly server: string;
  readonly plan: ServerPlan;
  readonly settings: Settings;
  readonly ask: Ask;
  /** Cancels the attempt and everything it started. */
  readonly signal: AbortSignal;
}

/** Connects to a server of either protocol era; rejects with a one-line explanation. */
export async function openClient(opening: Opening): Promise<OpenClient> {
  const { plan } = opening;
  return plan.kind === "stdio" ? openChild(opening, plan) : openHttp(opening, plan);
}

async function openChild(opening: Opening, plan: StdioPlan, isLegacy = false): Promise<OpenClient> {
  const { settings, signal } = opening;
  const transport = stdioTransport(plan, settings.maxMessageBytes, settings.warn);
  const client = makeClient(opening, Math.min(PROBE_MS, settings.connectTimeoutMs));
  const ending = () => {
    const how = transport.ended();
    const words = oneLine(transport.lastErrors());
    return how && `${how}${words && `: ${words}`}`;
  };
  using _ = onAbort(signal, () => void transport.close());
  try {
    await client.connect(transport, {
      timeout: settings.connectTimeoutMs,
      ...(isLegacy && { prior: { kind: "legacy" } }),
    });
  } catch (error) {
    const words = oneLine(transport.lastErrors());
    const ended = ending();
    await transport.close();
    // Some handshake-era servers exit when a request comes before the handshake.
    if (ended !== undefined && !isLegacy && !signal.aborted) return openChild(opening, plan, true);
    throw new ServerError(ended ?? `${explain(error)}${words && `: ${words}`}`, { cause: error });
  }
  return { client, ending, authorized: (request) => request(), close: () => client.close() };
}

async function openHttp(opening: Opening, plan: HttpPlan): Promise<OpenClient> {
  const { settings, signal, server } = opening;
  const auth = typeof settings.auth === "function" ? settings.auth(server, plan) : settings.auth?.[server];
  // Our type is wider than the SDK's; the SDK checks which methods the object has.
  const provider = auth as AuthProvider | OAuthClientProvider | undefined;
  let transport = new HttpTransport(plan, settings.maxMessageBytes, provider);
  let client = makeClient(opening, settings.connectTimeoutMs);
  using _ = onAbort(signal, () => void transport.close());
  try {
    await withAuthorization(
      opening,
      auth,
      () => transport,
      async (isRetry) => {
        if (isRetry) {
          transport = new HttpTransport(plan, settings.maxMessageBytes, provider);
          client = makeClient(opening, settings.connectTimeoutMs);
        }
        await client.connect(transport, { timeout: settings.connectTimeoutMs, signal });
      },
    );
  } catch (error) {
    await transport.close().catch(() => {});
    throw new ServerError(explain(error), { cause: error });
  }
  return {
    client,
    ending: () => undefined,
    authorized: (request) => withAuthorization(opening, auth, () => transport, request),
    async close() {
      await Promise.race([transport.terminateSession().catch(() => {}), lapse(1_000)]);
      await client.close();
    },
  };
}

function makeClient({ settings, server, ask }: Opening, probeMs: number): Client {
  const client = new Client(settings.client, {
    capabilities: capabilitiesOf(settings),
    jsonSchemaValidator: boundedValidator,
    versionNegotiation: { mode: "auto", probe: { timeoutMs: probeMs } },
  });
  answerServer(client, server, settings, ask);
  return client;
}

/** Retries unauthorized requests after the person has signed in: a refused request was not run. */
async function withAuthorization<T>(
  { ask, signal }: Opening,
  auth: ServerAuth | undefined,
  transport: () => HttpTransport,
  request: (isRetry: boolean) => Promise<T>,
): Promise<T> {
  const signIn = auth && "authorizationResponse" in auth ? auth.authorizationResponse?.bind(auth) : undefined;
  for (let attempt = 0; ; attempt++) {
    try {
      return await request(attempt > 0);
    } catch (error) {
      if (!(error instanceof UnauthorizedError) || attempt >= MAX_AUTHORIZATIONS || !signIn) throw error;
      await transport().finishAuth(await ask(() => abortable(signIn(), signal)));
    }
  }
}

function onAbort(signal: AbortSignal, callback: () => void): Disposable {
  if (signal.aborted) callback();
  signal.addEventListener("abort", callback, { once: true });
  return { [Symbol.dispose]: () => signal.removeEventListener("abort", callback) };
}

function lapse(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref());
}
