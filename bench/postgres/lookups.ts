import type { SearchQuery, Store } from "../../src/store/port.ts";
import { word } from "../thoughts.ts";

/** A query on the loaded store. */
export interface Lookup {
  readonly name: string;
  readonly look: (store: Store, round: number) => Promise<readonly unknown[]>;
  /** The fewest rows it must find, so that a wrong answer does not count as a fast one. */
  readonly least: number;
}

/** Typical queries on a store with this many thoughts. */
export function lookups(thoughts: number): readonly Lookup[] {
  const longBlocks = Math.ceil(thoughts / 500_000);
  const longSession = (round: number): string => `case-${5 * (round % longBlocks)}-${(round * 37) % 100}`;
  const search = (name: string, least: number, query: (round: number) => SearchQuery): Lookup => ({
    name: `search, ${name}`,
    look: (store, round) => store.search({ limit: 10, ...query(round) }),
    least,
  });
  const commonest = (round: number): string => word(round % 3);
  return [
    { name: "list 100 sessions", look: (store) => store.sessions({ limit: 100 }), least: 100 },
    {
      name: "list 100 sessions of a project",
      look: (store, round) => store.sessions({ project: `project-${round % 100}`, limit: 100 }),
      least: 10,
    },
    {
      name: "load a session of 1,000",
      look: (store, round) => store.thoughts(longSession(round), { limit: 1_000 }),
      least: 1_000,
    },
    search("a word of one thought", 1, (round) => ({ text: `${(round * 7_919) % thoughts}` })),
    search("a rare word", 1, (round) => ({ text: word(4_000 + round) })),
    search("a common word", 1, (round) => ({ text: word(100 + round) })),
    search("a word in every thought", 1, (round) => ({ text: commonest(round) })),
    search("two rare words", 1, (round) => ({ text: `${word(4_000 + round)} ${word(4_500 + round)}` })),
    search("two common words", 1, (round) => ({ text: `${word(100 + round)} ${word(200 + round)}` })),
    search("a word that does not occur", 0, (round) => ({ text: `doesnotoccur${round}` })),
    search("in a project", 1, (round) => ({ text: commonest(round), project: `project-${round % 100}` })),
    search("a rare word in a project", 0, (round) => ({
      text: word(4_000 + round),
      project: `project-${round % 100}`,
    })),
    search("in a session", 1, (round) => ({ text: commonest(round), sessionId: longSession(round) })),
    search("of an unused source", 0, (round) => ({ text: commonest(round), source: "host" })),
    search("of a time long ago", 1, (round) => ({
      text: word(100 + round),
      until: new Date(Date.parse("2026-01-01T00:01:00Z") + round).toISOString(),
    })),
  ];
}

/** Runs a query `times` times and returns the milliseconds of each. */
export async function lookUp(store: Store, { name, look, least }: Lookup, times: number): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round < times; round += 1) {
    const start = performance.now();
    const { length } = await look(store, round);
    samples.push(performance.now() - start);
    if (length < least) throw new Error(`${name}: found ${length}, fewer than ${least}`);
  }
  return samples;
}
