import {
  type AuthProvider,
  Client,
  type OAuthClientProvider,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { type Ask, answerServer, capabilitiesOf } from "./answer-server.ts";
import { boundedValidator } from "./bounded-validator.ts";
import { explain, oneLine, ServerError } from "./explain.ts";
import { HttpTransport } from "./http-transport.ts";
import type { ServerAuth, Settings } from "./options.ts";
import type { HttpPlan, ServerPlan, StdioPlan } from "./plan.ts";
import { stdioTransport } from "./stdio-transport.ts";
import { whileWanted } from "./while-wanted.ts";

/** How long a child may leave the question which revision it speaks unanswered; silent ones are of the handshake era. */
const PROBE_MS = 10_000;
/** How often a person is sent to authorize within one request. */
const MOST_AUTHORIZATIONS = 2;

/** A client that is connected to its server. */
export interface OpenClient {
  readonly client: Client;
  /** How the connection ended, for one that has; with the last words of a child. */
  ending(): string | undefined;
  /** Does it, and again after the person has authorized what was refused for want of it. */
  authorized<T>(request: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Who opens a client, and for which server. */
export interface Opening {
  readonly server: string;
  readonly plan: ServerPlan;
  readonly settings: Settings;
  readonly ask: Ask;
  /** Ends the attempt and all that it has started. */
  readonly signal: AbortSignal;
}

/** Connects to a server in whichever era it speaks; rejects with one line that says why not. */
export async function openClient(opening: Opening): Promise<OpenClient> {
  const { plan } = opening;
  return plan.kind === "stdio" ? openChild(opening, plan) : openWeb(opening, plan);
}

async function openChild(opening: Opening, plan: StdioPlan, knownOld = false): Promise<OpenClient> {
  const { settings, signal } = opening;
  const transport = stdioTransport(plan, settings.maxMessageBytes, settings.warn);
  const client = makeClient(opening, Math.min(PROBE_MS, settings.connectTimeoutMs));
  const ending = () => {
    const how = transport.ended();
    const words = oneLine(transport.complaints());
    return how && `${how}${words && `: ${words}`}`;
  };
  using _ = onAbort(signal, () => void transport.close());
  try {
    await client.connect(transport, {
      timeout: settings.connectTimeoutMs,
      ...(knownOld && { prior: { kind: "legacy" } }),
    });
  } catch (error) {
    const words = oneLine(transport.complaints());
    const ended = ending();
    await transport.close();
    // Some servers of the handshake era end when they are asked for anything before the handshake.
    if (ended !== undefined && !knownOld && !signal.aborted) return openChild(opening, plan, true);
    throw new ServerError(ended ?? `${explain(error)}${words && `: ${words}`}`, { cause: error });
  }
  return { client, ending, authorized: (request) => request(), close: () => client.close() };
}

async function openWeb(opening: Opening, plan: HttpPlan): Promise<OpenClient> {
  const { settings, signal, server } = opening;
  const auth = typeof settings.auth === "function" ? settings.auth(server, plan) : settings.auth?.[server];
  // The SDK takes an object by what it can do; what ours says loosely is theirs.
  const provider = auth as AuthProvider | OAuthClientProvider | undefined;
  let transport = new HttpTransport(plan, settings.maxMessageBytes, provider);
  let client = makeClient(opening, settings.connectTimeoutMs);
  using _ = onAbort(signal, () => void transport.close());
  try {
    await withAuthorization(
      opening,
      auth,
      () => transport,
      async (again) => {
        if (again) {
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

/** A request that was refused for want of authorization was not done: it may be sent again. */
async function withAuthorization<T>(
  { ask, signal }: Opening,
  auth: ServerAuth | undefined,
  transport: () => HttpTransport,
  request: (again: boolean) => Promise<T>,
): Promise<T> {
  const person = auth && "authorizationResponse" in auth ? auth.authorizationResponse?.bind(auth) : undefined;
  for (let round = 0; ; round++) {
    try {
      return await request(round > 0);
    } catch (error) {
      if (!(error instanceof UnauthorizedError) || round >= MOST_AUTHORIZATIONS || !person) throw error;
      await transport().finishAuth(await ask(() => whileWanted(person(), signal)));
    }
  }
}

function onAbort(signal: AbortSignal, react: () => void): Disposable {
  if (signal.aborted) react();
  signal.addEventListener("abort", react, { once: true });
  return { [Symbol.dispose]: () => signal.removeEventListener("abort", react) };
}

function lapse(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref());
}
