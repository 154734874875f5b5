import fc from "fast-check";
import type { Outline } from "../../../data/api-types.ts";
import { NO_ENTRIES, type OutlineEntries, withOutline } from "./outline-entries.ts";

/** A thought of a generated session. */
export interface TestThought {
  readonly branch?: string;
  /** Only for the first thought of a branch. */
  readonly fork?: number;
  readonly revises?: number;
  readonly flags?: number;
  readonly at?: number;
  readonly content?: string;
}

/** The outline that the server would return, after `after`. */
export function outlineOf(thoughts: readonly TestThought[], after = 0): Outline {
  const branches = [""];
  const tails = new Map<string, number>();
  const rows = thoughts.map(({ branch = "", fork, revises = 0, flags = 0, at, content }, row) => {
    const parent = tails.get(branch) ?? (branch === "" ? 0 : Math.min(fork ?? row, row));
    tails.set(branch, row + 1);
    return { branch, parent, revises, flags, at: at ?? 1_000 * (row + 1), content: content ?? `t${row + 1}` };
  });
  const returned = rows.slice(after);
  const indexOf = (name: string) => {
    const known = branches.indexOf(name);
    return known < 0 ? branches.push(name) - 1 : known;
  };
  return {
    branches,
    sources: ["thoughtbox"],
    entries: {
      seq: returned.map((_, row) => after + row + 1),
      id: returned.map((_, row) => `id-${after + row + 1}`),
      number: returned.map((_, row) => after + row + 1),
      branch: returned.map(({ branch }) => indexOf(branch)),
      parent: returned.map(({ parent }) => parent),
      revises: returned.map(({ revises }) => revises),
      flags: returned.map(({ flags }) => flags),
      confidence: returned.map(() => null),
      source: returned.map(() => 0),
      at: returned.map(({ at }) => at),
      beginning: returned.map(({ content }) => content.slice(0, 140)),
    },
  };
}

export const entriesOf = (thoughts: readonly TestThought[]): OutlineEntries =>
  withOutline(NO_ENTRIES, outlineOf(thoughts));

/** Sessions with interleaved, nested branches. */
export const anySession: fc.Arbitrary<readonly TestThought[]> = fc.array(
  fc.record({ branch: fc.constantFrom("", "", "a", "b", "c", "d"), fork: fc.nat(40) }),
  { maxLength: 40 },
);
