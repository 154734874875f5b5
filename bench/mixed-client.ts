import { type Era, openHttpClient } from "./post.ts";
import { thoughtText, word } from "./thoughts.ts";

/** What a client of the load test does. */
export const operations = [
  "think",
  "thoughtbox",
  "thoughtbox_gateway",
  "recall",
  "resources/read",
  "tools/list",
] as const;

/** One of these operations. */
export type Operation = (typeof operations)[number];

/** One step of a client: a request that is not sent yet. */
export interface Turn {
  readonly operation: Operation;
  run(): Promise<unknown>;
}

/** A client that runs all operations in order and remembers what was acknowledged. */
export interface MixedClient {
  readonly era: Era;
  next(): Turn;
  /** By session, in the order of the answers: the number of each thought, whose text is `thoughtText(number)`. */
  readonly acknowledged: ReadonlyMap<string, readonly number[]>;
  end(): Promise<void>;
}

/** More writes than reads, as agents do. */
const round: readonly Operation[] = [
  "think",
  "thoughtbox",
  "resources/read",
  "think",
  "thoughtbox",
  "thoughtbox_gateway",
  "recall",
  "thoughtbox",
  "think",
  "thoughtbox",
  "thoughtbox_gateway",
  "tools/list",
];
/** After this many steps a client has run every operation. */
export const roundLength = round.length;
/** No client has this many steps. */
const numbersPerClient = 100_000;

/** Opens client `index`; it has its own thoughts and sessions. */
export async function openMixedClient(address: URL, era: Era, index: number): Promise<MixedClient> {
  const client = await openHttpClient(address, era);
  const acknowledged = new Map<string, number[]>();
  const first = index * numbersPerClient;
  const thinking = `think-${index}`;
  let number = first;
  /** Sends thought `number`, and remembers it under the session that the answer names. */
  const record = async (tool: string, args: (thought: string) => object, known?: string): Promise<string> => {
    const sent = ++number;
    const answer = await client.call(tool, args(thoughtText(sent)));
    const sessionId = known ?? answer.structuredContent?.sessionId;
    if (sessionId === undefined) throw new Error(`${tool} answered without a session`);
    const numbers = acknowledged.get(sessionId) ?? [];
    acknowledged.set(sessionId, numbers);
    numbers.push(sent);
    return sessionId;
  };
  const chain = chainTurns(record, `chain-${index}`);
  const gateway = gatewayTurns(record, (operation, args) =>
    client.call("thoughtbox_gateway", { operation, args }),
  );
  const runs: Readonly<Record<Operation, (place: number) => Promise<unknown>>> = {
    think: () => record("think", (thought) => ({ thought, session_id: thinking }), thinking),
    thoughtbox: chain.turn,
    thoughtbox_gateway: gateway,
    recall: (place) =>
      client.call("recall", { query: `${word((place * 37) % 5_000)} ${word(place % 50)}`, limit: 5 }),
    "resources/read": (place) => client.request("resources/read", { uri: uriOf(place) }),
    "tools/list": () => client.request("tools/list", {}),
  };
  function uriOf(place: number): string {
    const session = chain.sessionId();
    const known = acknowledged.has(thinking) ? [`thoughtbox://think/${thinking}/context`] : [];
    if (session !== undefined)
      known.push(`thoughtbox://sessions/${session}`, `thoughtbox://sessions/${session}/thoughts`);
    const uris = [...known, "thoughtbox://patterns-cookbook"];
    return uris[place % uris.length]!;
  }
  let turns = 0;
  return {
    era,
    acknowledged,
    next() {
      // Clients begin at different operations, so that all operations are in progress at any time.
      const place = index + turns++;
      const operation = round[place % round.length]!;
      return { operation, run: () => runs[operation](place) };
    },
    end: client.end,
  };
}

type Recorder = (tool: string, args: (thought: string) => object, known?: string) => Promise<string>;

/**
 * A chain that continues, forks and is revised. Without its own handle, a stateless client would share one with all
 * others.
 */
function chainTurns(record: Recorder, handle: string) {
  let sessionId: string | undefined;
  let last = 0;
  let recorded = 0;
  const shape = (): object => {
    if (recorded % 4 === 2) return { branchFromThought: last, branchId: `way-${recorded}` };
    if (recorded % 4 === 3) return { isRevision: true, revisesThought: last };
    return {};
  };
  return {
    sessionId: () => sessionId,
    async turn(): Promise<void> {
      const isBranch = recorded % 4 === 2;
      const base = { thoughtNumber: last + 1, totalThoughts: last + 2, nextThoughtNeeded: true, ...shape() };
      const named = sessionId === undefined ? { workflow_id: handle } : { sessionId };
      sessionId = await record("thoughtbox", (thought) => ({ thought, ...base, ...named }));
      recorded += 1;
      if (!isBranch) last += 1;
    },
  };
}

/** The calls through the stages, then thoughts, each followed by a read of the session. */
function gatewayTurns(
  record: Recorder,
  ask: (
    operation: string,
    args: object,
  ) => Promise<{ readonly structuredContent?: { readonly sessionId?: string } }>,
): () => Promise<unknown> {
  let sessionId: string | undefined;
  let done = 0;
  return async () => {
    if (sessionId === undefined) {
      const { structuredContent } = await ask("start_new", { title: "Under load", tags: ["load"] });
      sessionId = structuredContent?.sessionId;
      return;
    }
    if (done === 0) await ask("cipher", { sessionId });
    else if (done % 3 === 0) await ask("session", { action: "brief", sessionId });
    else {
      const number = { thoughtNumber: done, totalThoughts: done + 1, nextThoughtNeeded: true };
      await record("thoughtbox_gateway", (thought) => ({
        operation: "thought",
        args: { thought, ...number, sessionId },
      }));
    }
    done += 1;
  };
}
