import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import type { CarriedNote, Note } from "../../src/ledger/index.ts";
import { call } from "../support/call.ts";
import { connectHttp } from "../support/connect.ts";
import { type Serving, startOne } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const KILLS = 12;
const SESSION = "mortal";

test("[ST30] through twelve kills no note is lost or doubled, and every counted delivery reaches the agent", async () => {
  using home = temporaryFolder();
  const keys: string[] = [];
  /** The ids of the notes that each answered call carried. */
  const carried: string[][] = [];
  let [calls, isOver] = [0, false];
  let answered = Promise.withResolvers<void>();
  let server: Serving = await startOne({ home: home.path });

  /** Sends a request again, with the same key, until it is answered; only a killed server leaves it unanswered. */
  async function insist<T>(request: (server: Serving) => Promise<T>): Promise<T> {
    for (;;) {
      const at = server;
      try {
        return await request(at);
      } catch (error) {
        if (at === server && !killing) throw error;
        await restarted;
      }
    }
  }
  let killing = false;
  let restarted = Promise.resolve();

  async function write(writer: number): Promise<void> {
    for (let index = 0; !isOver; index++) {
      const key = `note ${writer}-${index}`;
      await insist(async ({ address }) => {
        const answer = await fetch(`${address}/api/sessions/${SESSION}/notes`, {
          method: "POST",
          headers: { "content-type": "application/json", "idempotency-key": key },
          body: JSON.stringify({ text: key }),
        });
        expect(answer.status).toBe(201);
        await answer.json();
      });
      keys.push(key);
      if (!isOver) await answered.promise;
    }
  }

  async function think(number: number): Promise<number> {
    const meta = { "clew/idempotencyKey": `think ${number}` };
    const given = { thought: `Step ${number}`, session_id: SESSION };
    return insist(async ({ url }) => {
      await using on = await connectHttp("2026-07-28", url);
      const { structured, isError } = await call(on.client, "think", given, meta);
      expect(isError).toBe(false);
      const notes = (structured!.notes ?? []) as readonly CarriedNote[];
      carried.push(notes.map(({ id }) => id));
      calls += 1;
      answered.resolve();
      answered = Promise.withResolvers();
      return notes.length;
    });
  }

  async function killAgainAndAgain(): Promise<void> {
    for (let round = 0; round < KILLS; round++) {
      for (let turn = 0; turn <= round % 3; turn++) await answered.promise;
      // At any point of the work that runs now.
      await delay(randomInt(15));
      killing = true;
      restarted = (async () => {
        await server.kill();
        server = await startOne({ home: home.path });
        killing = false;
      })();
      await restarted;
    }
    isOver = true;
  }

  let number = 0;
  await think(number++);
  async function work(): Promise<void> {
    while (!isOver) await think(number++);
  }
  await Promise.all([killAgainAndAgain(), work(), ...[1, 2, 3].map(write)]);
  while ((await think(number++)) > 0);

  const answer = await fetch(`${server.address}/api/sessions/${SESSION}/notes`);
  const { notes } = (await answer.json()) as { readonly notes: readonly Note[] };
  await server.kill();
  expect(notes.map(({ text }) => text).toSorted()).toEqual(keys.toSorted());
  const received = carried.flat();
  for (const { id, state, deliveries } of notes)
    expect({ state, deliveries, received: received.filter((one) => one === id).length }).toEqual({
      state: "unanswered",
      deliveries: 3,
      received: 3,
    });
  console.log(`${keys.length} notes, ${calls} calls, ${KILLS} kills, ${received.length} deliveries`);
});
