import { join } from "node:path";
import { expect, test } from "vitest";
import { readLedger } from "./read-ledger.ts";
import { scratchFolder } from "./scratch.ts";
import { runWriters, type Writer } from "./start-writer.ts";

const NAMES = ["a", "b", "c", "d", "e", "f", "g", "h"];
const EACH = 500;
const ALL = NAMES.length * EACH;

test("[S2] 8 processes that create one file and write 500 thoughts each into one session lose nothing", async () => {
  const file = join(scratchFolder(), "clew.db");
  const writers = await runWriters(
    NAMES.map((word) => ({ file, sessionId: "shared", word, count: EACH, inFlight: 1 })),
  );
  expectAllAcknowledged(writers);
  const stored = readLedger(file);
  expect(stored.map(({ seq }) => seq)).toEqual(Array.from({ length: ALL }, (_, i) => i + 1));
  const acknowledged = writers.flatMap((writer) => writer.acknowledged());
  expect(new Map(stored.map(({ id, seq }) => [id, seq]))).toEqual(
    new Map(acknowledged.sort((a, b) => a.seq - b.seq).map(({ id, seq }) => [id, seq])),
  );
});

test("[S2] 8 processes that create one file and each write into their own session lose and mix up nothing", async () => {
  const file = join(scratchFolder(), "clew.db");
  const writers = await runWriters(
    NAMES.map((word) => ({ file, sessionId: `own-${word}`, word, count: EACH, inFlight: 8 })),
  );
  expectAllAcknowledged(writers);
  const stored = readLedger(file);
  expect(stored).toHaveLength(ALL);
  for (const word of NAMES) {
    const own = stored.filter(({ sessionId }) => sessionId === `own-${word}`);
    expect(own.map(({ seq }) => seq)).toEqual(Array.from({ length: EACH }, (_, i) => i + 1));
    expect(own.every(({ content }) => content.startsWith(`${word}x`))).toBe(true);
  }
});

function expectAllAcknowledged(writers: readonly Writer[]): void {
  for (const writer of writers) {
    expect(writer.failures()).toEqual([]);
    expect(writer.acknowledged()).toHaveLength(EACH);
  }
}
