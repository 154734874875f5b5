import { FLAG, type OutlineEntries } from "./outline-entries.ts";

/** Kinds of thoughts by priority; each has its own shape. */
export const KINDS = ["last", "revision", "critique", "fork", "thought"] as const;
export type Kind = (typeof KINDS)[number];

/** Names for the legend. */
export const KIND_NAMES: Readonly<Record<Kind, string>> = {
  thought: "thought",
  revision: "revision",
  fork: "fork",
  critique: "critique",
  last: "end",
};

/** The kind with the highest priority that applies. */
export function kindOf({ flags }: OutlineEntries, seq: number, isFork: boolean): Kind {
  const bits = flags[seq - 1] ?? 0;
  if (bits & FLAG.last) return "last";
  if (bits & FLAG.revision) return "revision";
  if (bits & FLAG.critique) return "critique";
  return isFork ? "fork" : "thought";
}
