import fc from "fast-check";
import type { Outline } from "../../../data/api-types.ts";
import { type Marks, NO_MARKS, withOutline } from "./marks.ts";

/** A thought of a made-up session, for tests. */
export interface MadeThought {
  readonly branch?: string;
  /** Only for the first thought of a branch. */
  readonly fork?: number;
  readonly revises?: number;
  readonly flags?: number;
  readonly at?: number;
  readonly content?: string;
}

/** The outline of thoughts as the server would tell it, from `after` on. */
export function outlineOf(thoughts: readonly MadeThought[], after = 0): Outline {
  const branches = [""];
  const tails = new Map<string, number>();
  const rows = thoughts.map(({ branch = "", fork, revises = 0, flags = 0, at, content }, row) => {
    const parent = tails.get(branch) ?? (branch === "" ? 0 : Math.min(fork ?? row, row));
    tails.set(branch, row + 1);
    return { branch, parent, revises, flags, at: at ?? 1_000 * (row + 1), content: content ?? `t${row + 1}` };
  });
  const told = rows.slice(after);
  const laneOf = (name: string) => {
    const known = branches.indexOf(name);
    return known < 0 ? branches.push(name) - 1 : known;
  };
  return {
    branches,
    sources: ["thoughtbox"],
    entries: {
      seq: told.map((_, row) => after + row + 1),
      id: told.map((_, row) => `id-${after + row + 1}`),
      number: told.map((_, row) => after + row + 1),
      branch: told.map(({ branch }) => laneOf(branch)),
      parent: told.map(({ parent }) => parent),
      revises: told.map(({ revises }) => revises),
      flags: told.map(({ flags }) => flags),
      confidence: told.map(() => null),
      source: told.map(() => 0),
      at: told.map(({ at }) => at),
      beginning: told.map(({ content }) => content.slice(0, 140)),
    },
  };
}

/** The marks of thoughts. */
export const marksOf = (thoughts: readonly MadeThought[]): Marks =>
  withOutline(NO_MARKS, outlineOf(thoughts));

/** Any session: branches of branches, interleaved. */
export const anySession: fc.Arbitrary<readonly MadeThought[]> = fc.array(
  fc.record({ branch: fc.constantFrom("", "", "a", "b", "c", "d"), fork: fc.nat(40) }),
  { maxLength: 40 },
);
