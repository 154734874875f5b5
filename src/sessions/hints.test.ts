import { expect, it } from "vitest";
import { openStore } from "../store/open.ts";
import { createSessions } from "./index.ts";

const author = { handle: { text: "h", origin: "connection" } } as const;

async function hintsFor(givesHints: boolean, ...thoughts: readonly string[]) {
  const store = await openStore({ memory: true });
  const sessions = createSessions(store, { thinkMaxThoughts: 100, home: "/nowhere", givesHints });
  const hints: (readonly string[])[] = [];
  for (const thought of thoughts) {
    const { thought: recorded } = await sessions.record("thoughtbox", author, { thought });
    hints.push(await sessions.hints(recorded));
  }
  await store.close();
  return hints;
}

it("[LT13] the answer to a thought has at most one hint, and only where hints are on", async () => {
  const session = [
    "Find out why orders are slow.",
    "The pool has 300 connections.",
    "The pool has 500 connections and all tests pass.",
    "The index is missing.",
  ];
  const [first, second, both, last] = await hintsFor(true, ...session);
  expect([first, second, last]).toEqual([[], [], []]);
  expect(both).toEqual([expect.stringMatching(/^CL\d{3}: /)]);
  expect(await hintsFor(false, ...session)).toEqual([[], [], [], []]);
});
