import * as z from "zod";
import type { Session } from "./session.ts";
import type { Thought } from "./thought.ts";

/** The meaning of each value of an analysis, because a number without its meaning is useless. */
const DEFINITIONS = {
  thoughtCount: "Thoughts in the session, in all branches.",
  branchCount: "Branches besides the main one.",
  revisionCount: "Thoughts that revise an earlier one.",
  duration: "Milliseconds from the first thought to the last.",
  createdAt: "When the session was opened.",
  linearityScore:
    "Main-branch thoughts that are not revisions, divided by all thoughts, cut to two decimals: 1 is a straight line; 0 without thoughts.",
  revisionRate: "Revisions divided by all thoughts, rounded to four decimals; 0 without thoughts.",
  maxDepth:
    "How deep branches nest: 1 for the main branch, 2 for a branch of it, 3 for a branch of that; 0 without thoughts.",
  thoughtDensity:
    "Thoughts per minute of the duration, rounded to three decimals; 0 when the duration is 0, since one moment has no rate.",
  critiqueRequests: "Thoughts for which a critique was asked or given.",
  hasConvergence:
    "Whether a main-branch thought follows the last thought of all other branches; false without branches.",
  isComplete: "Whether the last thought said that no more is needed.",
} as const;

type Statistic = keyof typeof DEFINITIONS;
const STATISTICS = Object.keys(DEFINITIONS) as [Statistic, ...Statistic[]];
const share = z.number().min(0).max(1);

/** The statistics of a session, with the meaning of each. */
export const Analysis = z.object({
  metadata: z.object({
    thoughtCount: z.int().min(0),
    branchCount: z.int().min(0),
    revisionCount: z.int().min(0),
    duration: z.int().min(0),
    createdAt: z.iso.datetime(),
  }),
  structure: z.object({
    linearityScore: share,
    revisionRate: share,
    maxDepth: z.int().min(0),
    thoughtDensity: z.number().min(0),
  }),
  quality: z.object({
    critiqueRequests: z.int().min(0),
    hasConvergence: z.boolean(),
    isComplete: z.boolean(),
  }),
  definitions: z.record(z.enum(STATISTICS), z.string()),
});
export type Analysis = z.infer<typeof Analysis>;

/** Analyses a session in one pass over its thoughts, in order of arrival, without holding them in memory. */
export async function analyse(
  session: Pick<Session, "createdAt">,
  thoughts: AsyncIterable<Thought>,
): Promise<Analysis> {
  const analysis = followAnalysis();
  for await (const thought of thoughts) analysis.see(thought);
  return analysis.of(session);
}

/** Analyses a session thought by thought, in order of arrival. */
export function followAnalysis() {
  let [count, straight, revisions, critiques, deepest] = [0, 0, 0, 0, 0];
  let [began, ended] = ["", ""];
  let last: Pick<Thought, "branchId" | "nextThoughtNeeded"> | undefined;
  const depths = new Map<string, number>();
  // A branch may fork from any thought. A thought that is missing here is in the main branch.
  const depthInBranch = new Map<string, number>();
  return {
    see(thought: Thought): void {
      const { id, branchId, parentId, nextThoughtNeeded, createdAt } = thought;
      if (count === 0) began = createdAt;
      count++;
      ended = createdAt;
      last = { branchId, nextThoughtNeeded };
      if (thought.isRevision) revisions++;
      else if (branchId === undefined) straight++;
      if (thought.critique !== undefined || thought.metadata.critiqueRequested === true) critiques++;
      let depth = 1;
      if (branchId !== undefined) {
        depth = depths.get(branchId) ?? 1 + (depthInBranch.get(parentId ?? "") ?? 1);
        depths.set(branchId, depth);
        depthInBranch.set(id, depth);
      }
      deepest = Math.max(deepest, depth);
    },
    of({ createdAt }: Pick<Session, "createdAt">): Analysis {
      const duration = count === 0 ? 0 : Math.max(0, Date.parse(ended) - Date.parse(began));
      return {
        metadata: {
          thoughtCount: count,
          branchCount: depths.size,
          revisionCount: revisions,
          duration,
          createdAt,
        },
        structure: {
          linearityScore: count === 0 ? 0 : Math.floor((straight * 100) / count) / 100,
          revisionRate: count === 0 ? 0 : rounded(revisions / count, 4),
          maxDepth: deepest,
          thoughtDensity: duration === 0 ? 0 : rounded((count * 60_000) / duration, 3),
        },
        quality: {
          critiqueRequests: critiques,
          hasConvergence: depths.size > 0 && last?.branchId === undefined,
          isComplete: last?.nextThoughtNeeded === false,
        },
        definitions: { ...DEFINITIONS },
      };
    },
  };
}

function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}
