import { join } from "node:path";
import { expect, it } from "vitest";
import { readLedger } from "../durability/read-ledger.ts";
import { type Serving, startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type Acknowledged, CHAIN, callers, placeOf, type Thought, thoughtOf } from "./load.ts";
import type { Caller } from "./retrying-callers.ts";

const ROUNDS = 20;
const MOST_ACKNOWLEDGEMENTS = 60;

it("[P10][P11] through twenty kills under load every thought is in the ledger once, at the position from its answer", async () => {
  using home = temporaryFolder();
  await using server = mortalServer(home.path);
  const random = seeded(20_261_115);
  const url = await server.start();
  const acknowledged: Acknowledged[] = [];
  let wanted = { count: 0, reached: () => {} };
  let isOver = false;
  let lost = 0;
  let replayed = 0;

  async function until(count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    wanted = { count: acknowledged.length + count, reached: resolve };
    await promise;
  }
  /** Sends the same call with the same key until it is answered; only a killed server may leave it unanswered. */
  async function insist(caller: Caller, { tool, given, key }: Thought) {
    for (;;) {
      const life = await server.alive();
      try {
        return await caller(tool, given, key);
      } catch (error) {
        if (!life.isOver) throw error;
        lost += 1;
      }
    }
  }
  async function work(caller: Caller, client: number): Promise<void> {
    for (let turn = 0; !isOver; turn++) {
      const thought = thoughtOf(client, turn);
      const { structured, isReplayed } = await insist(caller, thought);
      if (isReplayed) replayed += 1;
      acknowledged.push(placeOf(thought, structured));
      if (acknowledged.length >= wanted.count) wanted.reached();
    }
  }
  async function killAgainAndAgain(): Promise<void> {
    for (let round = 0; round < ROUNDS; round++) {
      await until(1 + random(MOST_ACKNOWLEDGEMENTS));
      await server.kill();
      await server.start();
    }
    await until(callers.length);
    isOver = true;
  }

  await Promise.all([killAgainAndAgain(), ...callers.map((open, client) => work(open(url), client))]);
  await server.kill();
  const stored = readLedger(join(home.path, "clew.db"));
  const inOrder = (thoughts: readonly Acknowledged[]) =>
    thoughts.toSorted((one, other) => (one.content < other.content ? -1 : 1));
  expect(inOrder(stored.map(({ sessionId, seq, content }) => ({ sessionId, seq, content })))).toEqual(
    inOrder(acknowledged),
  );
  for (const { content, seq } of acknowledged) {
    const turn = Number(/^Step (\d+) of chain/.exec(content)?.[1] ?? Number.NaN);
    if (!Number.isNaN(turn)) expect([content, seq]).toEqual([content, (turn % CHAIN) + 1]);
  }
  console.log(
    `${acknowledged.length} acknowledged, ${stored.length} stored, ${ROUNDS} kills, ${lost} calls without an answer, ${replayed} of them written`,
  );
}, 120_000);

/** A server that can be killed and restarted on its port and its home. */
function mortalServer(home: string) {
  let serving: Serving | undefined;
  let life = { isOver: true };
  let born = Promise.withResolvers<void>();
  const kill = async () => {
    if (!life.isOver) born = Promise.withResolvers();
    life.isOver = true;
    await serving?.kill();
  };
  return {
    kill,
    async start(): Promise<URL> {
      serving = await startServe({ home }, serving ? ["--port", serving.url.port] : []);
      life = { isOver: false };
      born.resolve();
      return serving.url;
    },
    /** Its current process, or the next one. */
    async alive(): Promise<{ readonly isOver: boolean }> {
      await born.promise;
      return life;
    },
    [Symbol.asyncDispose]: kill,
  };
}

/** Pseudorandom integers below a bound, the same in every run. */
function seeded(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}
