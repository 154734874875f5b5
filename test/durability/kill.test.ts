import { randomInt } from "node:crypto";
import { watch } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openStore } from "../../src/store/open.ts";
import { thoughtFor } from "./drafts.ts";
import { readLedger } from "./read-ledger.ts";
import { scratchFolder } from "./scratch.ts";
import { startWriter, type Writer } from "./start-writer.ts";

const ROUNDS = 12;

test("[S1] everything acknowledged survives kill -9 in the middle of 1,000 appends, again and again", async () => {
  const file = join(scratchFolder(), "clew.db");
  const acknowledged: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const inFlight = [1, 4, 32][round % 3]!;
    const writer = await startWriter({ file, sessionId: "s", word: `round${round}`, count: 1000, inFlight });
    await killAfter(writer, randomInt(1, 900));
    acknowledged.push(...writer.acknowledged().map(({ id }) => id));

    const store = await openStore({ file });
    expect((await store.inspect()).problems).toEqual([]);
    const last = writer.acknowledged().at(-1)!;
    const [hit] = await store.search({ text: last.word });
    expect(hit?.thought).toMatchObject({ id: last.id, seq: last.seq });
    await store.close();
    const stored = new Set(readLedger(file).map(({ id }) => id));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  }
  console.log(
    `${acknowledged.length} acknowledged thoughts, ${readLedger(file).length} stored, ${ROUNDS} kills`,
  );
});

test("[S1] when kill -9 interrupts the creation of a ledger, the next process creates it", async () => {
  for (let round = 1; round <= 12; round++) {
    const folder = scratchFolder();
    const file = join(folder, "clew.db");
    const first = await startWriter({ file, sessionId: "s", word: "first", count: 5 });
    let events = 0;
    const watcher = watch(folder, () => {
      if (++events === round) first.kill();
    });
    first.command();
    await first.ended;
    watcher.close();
    const store = await openStore({ file });
    const { thought } = await store.append(thoughtFor("s", "goes on"));
    await store.close();
    const acknowledged = [...first.acknowledged(), thought].map(({ id }) => id);
    expect(readLedger(file).map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
  }
});

test("[S8] when one process is killed, the others continue", async () => {
  const file = join(scratchFolder(), "clew.db");
  const order = { file, sessionId: "s", count: 400, inFlight: 2 };
  const writers = await Promise.all(
    ["a", "b", "c", "d", "e", "f"].map((word) => startWriter({ ...order, word })),
  );
  for (const writer of writers) writer.command();
  const victims = writers.slice(0, 4);
  const survivors = writers.slice(4);
  await Promise.all(victims.map((victim) => killAfter(victim, randomInt(1, 300), false)));
  for (const survivor of survivors) {
    expect(await survivor.ended).toEqual({ code: 0, signal: null });
    expect(survivor.acknowledged()).toHaveLength(400);
  }
  const stored = new Set(readLedger(file).map(({ id }) => id));
  const acknowledged = writers.flatMap((writer) => writer.acknowledged().map(({ id }) => id));
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
});

async function killAfter(writer: Writer, count: number, begin = true): Promise<void> {
  if (begin) writer.command();
  await writer.until(() => writer.lines.length > count);
  writer.kill();
  expect((await writer.ended).signal).toBe("SIGKILL");
}
