import type { SearchQuery, Store } from "../../src/store/port.ts";
import { word } from "../thoughts.ts";

/** A question to the loaded store. */
export interface Lookup {
  readonly name: string;
  readonly look: (store: Store, turn: number) => Promise<readonly unknown[]>;
  /** The fewest rows it must find, so that a wrong answer does not count as a fast one. */
  readonly least: number;
}

/** What people ask of a store that was loaded with so many thoughts. */
export function lookups(thoughts: number): readonly Lookup[] {
  const longBlocks = Math.ceil(thoughts / 500_000);
  const longSession = (turn: number): string => `case-${5 * (turn % longBlocks)}-${(turn * 37) % 100}`;
  const search = (name: string, least: number, query: (turn: number) => SearchQuery): Lookup => ({
    name: `search, ${name}`,
    look: (store, turn) => store.search({ limit: 10, ...query(turn) }),
    least,
  });
  const everywhere = (turn: number): string => word(turn % 3);
  return [
    { name: "list 100 sessions", look: (store) => store.sessions({ limit: 100 }), least: 100 },
    {
      name: "list 100 sessions of a project",
      look: (store, turn) => store.sessions({ project: `project-${turn % 100}`, limit: 100 }),
      least: 10,
    },
    {
      name: "load a session of 1,000",
      look: (store, turn) => store.thoughts(longSession(turn), { limit: 1_000 }),
      least: 1_000,
    },
    search("a word of one thought", 1, (turn) => ({ text: `${(turn * 7_919) % thoughts}` })),
    search("a rare word", 1, (turn) => ({ text: word(4_000 + turn) })),
    search("a common word", 1, (turn) => ({ text: word(100 + turn) })),
    search("a word that is everywhere", 1, (turn) => ({ text: everywhere(turn) })),
    search("two rare words", 1, (turn) => ({ text: `${word(4_000 + turn)} ${word(4_500 + turn)}` })),
    search("two common words", 1, (turn) => ({ text: `${word(100 + turn)} ${word(200 + turn)}` })),
    search("a word that nobody wrote", 0, (turn) => ({ text: `nobodywrote${turn}` })),
    search("in a project", 1, (turn) => ({ text: everywhere(turn), project: `project-${turn % 100}` })),
    search("a rare word, in a project", 0, (turn) => ({
      text: word(4_000 + turn),
      project: `project-${turn % 100}`,
    })),
    search("in a session", 1, (turn) => ({ text: everywhere(turn), sessionId: longSession(turn) })),
    search("from a source that nobody used", 0, (turn) => ({ text: everywhere(turn), source: "host" })),
    search("from a time long ago", 1, (turn) => ({
      text: word(100 + turn),
      until: new Date(Date.parse("2026-01-01T00:01:00Z") + turn).toISOString(),
    })),
  ];
}

/** Runs a query `times` times and returns the milliseconds each took. */
export async function lookUp(store: Store, { name, look, least }: Lookup, times: number): Promise<number[]> {
  const samples: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const begin = performance.now();
    const { length } = await look(store, turn);
    samples.push(performance.now() - begin);
    if (length < least) throw new Error(`${name}: found ${length}, fewer than ${least}`);
  }
  return samples;
}
