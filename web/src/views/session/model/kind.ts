import { FLAG, type Marks } from "./marks.ts";

/** What is special about a thought, the weightiest first; each has a shape and a word of its own. */
export const KINDS = ["last", "revision", "critique", "fork", "thought"] as const;
export type Kind = (typeof KINDS)[number];

/** The kinds in a word, as the legend has them. */
export const KIND_NAMES: Readonly<Record<Kind, string>> = {
  thought: "thought",
  revision: "revision",
  fork: "fork",
  critique: "critique",
  last: "end",
};

/** The weightiest kind of a thought. */
export function kindOf({ flags }: Marks, seq: number, isFork: boolean): Kind {
  const bits = flags[seq - 1] ?? 0;
  if (bits & FLAG.last) return "last";
  if (bits & FLAG.revision) return "revision";
  if (bits & FLAG.critique) return "critique";
  return isFork ? "fork" : "thought";
}
