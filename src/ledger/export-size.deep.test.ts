import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exportChain, exportJson, type ReadThoughts } from "./export.ts";
import { exportMarkdown } from "./export-markdown.ts";
import type { Session } from "./session.ts";
import type { Thought } from "./thought.ts";

const THOUGHTS = 100_000;
const BRANCHES = 1_000;
const CHARACTERS = 500;
const MEBIBYTE = 1024 * 1024;
const at = "2025-01-15T10:00:00Z";
const session: Session = {
  id: "long",
  title: "Long",
  project: "_default",
  tags: [],
  mode: "chain",
  status: "active",
  stage: 0,
  createdAt: at,
  updatedAt: at,
  metadata: {},
};

/** A long session that exists only while it is read; nine of ten thoughts are in interleaved branches. */
function longSession() {
  let reads = 0;
  const read: ReadThoughts = async function* () {
    for (let seq = 1; seq <= THOUGHTS; seq++) {
      reads++;
      yield thought(seq, seq % 10 === 0 ? undefined : `b${seq % BRANCHES}`, seq - BRANCHES);
    }
  };
  return { read, reads: () => reads };
}

describe("a session of 100,000 thoughts", () => {
  test("[E3] Markdown holds no more of its 50 MB in memory than allowed, and reads the session a few times", async () => {
    const { read, reads } = longSession();
    const held = 8 * MEBIBYTE;
    const { characters, growth } = await measured(exportMarkdown(session, read, held));
    expect(characters).toBeGreaterThan(THOUGHTS * CHARACTERS);
    // Each character takes a byte; the rest of the growth is overhead of branches and pieces.
    expect(growth).toBeLessThan(held + 16 * MEBIBYTE);
    expect(reads()).toBeLessThanOrEqual(THOUGHTS * (2 + Math.ceil((THOUGHTS * CHARACTERS) / held)));
  });

  test.each([
    ["JSON", exportJson],
    ["a chain", exportChain],
  ])("[E3] %s holds ids and no contents, and reads it twice", async (_, write) => {
    const { read, reads } = longSession();
    const { characters, growth } = await measured(write(session, read, at));
    expect(characters).toBeGreaterThan(THOUGHTS * CHARACTERS);
    expect(growth).toBeLessThan(28 * MEBIBYTE);
    expect(reads()).toBe(2 * THOUGHTS);
  });
});

test("[E3] Markdown is the same for any memory limit", async () => {
  const lanes = fc.array(fc.constantFrom(undefined, "a", "b", "c", "d"), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(lanes, fc.nat(3 * CHARACTERS), async (branchIds, held) => {
      const read = async function* () {
        for (const [index, branchId] of branchIds.entries()) yield thought(index + 1, branchId, index);
      };
      const text = async (...bound: number[]) =>
        (await Array.fromAsync(exportMarkdown(session, read, ...bound))).join("");
      expect(await text(held)).toBe(await text());
    }),
  );
});

test("[E3] a thought that arrives during an export is wholly in it or not at all", async () => {
  let length = 6;
  const read = async function* () {
    const present = length;
    length += 2;
    for (let seq = 1; seq <= present; seq++) yield thought(seq, seq % 2 ? undefined : "b", seq - 1);
  };
  const { thoughts } = JSON.parse((await Array.fromAsync(exportChain(session, read, at))).join(""));
  expect(thoughts.map(({ id }: { id: string }) => id)).toEqual(["t1", "t2", "t3", "t4", "t5", "t6"]);
  expect(thoughts.at(-1).next).toEqual([]);
  length = 6;
  const text = (await Array.fromAsync(exportMarkdown(session, read))).join("");
  expect(text.match(/^#+ Thought \d+$/gm)).toHaveLength(6);
});

/** The length of a document, and the peak growth of the live heap while it was written. */
async function measured(pieces: AsyncIterable<string>) {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const live = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = live();
  let [characters, count, highest] = [0, 0, before];
  for await (const piece of pieces) {
    characters += piece.length;
    if (++count % 10_000 === 0) highest = Math.max(highest, live());
  }
  return { characters, growth: highest - before };
}

function thought(seq: number, branchId: string | undefined, parent: number): Thought {
  return {
    id: `t${seq}`,
    sessionId: "long",
    seq,
    number: seq,
    total: seq,
    // A new string each time, so that holding one costs its characters.
    content: Buffer.alloc(CHARACTERS, `${seq} `).toString("latin1"),
    ...(branchId !== undefined && { branchId }),
    ...(parent > 0 && { parentId: `t${parent}` }),
    isRevision: false,
    nextThoughtNeeded: true,
    mode: "chain",
    source: "library",
    metadata: {},
    createdAt: at,
  };
}
