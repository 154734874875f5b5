import { findFacts } from "../../src/ledger/facts/facts-of.ts";
import { fateFeatures } from "../../src/ledger/facts/fate.ts";
import type { Features } from "../../src/ledger/facts/features.ts";
import type { Weights } from "../../src/ledger/facts/read-weights.ts";
import { scenesOf } from "./branch-scenes.ts";
import { type DevSession, devSessions } from "./dev-set.ts";
import { fitLogistic } from "./logistic.ts";

/** A branch of a session with its features and how it ended. */
export interface BranchCase {
  readonly session: string;
  readonly set: string;
  readonly features: Features;
  readonly fate: string;
}

const FATES = ["won", "dropped", "open"];
/** How much a branch of each set counts: those of the first sets are much alike. */
const WEIGHTS: Readonly<Record<string, number>> = { sessions: 0.5, voices: 0.7 };

/** The branches of the sessions and of the scenes. */
export async function branchCases(
  which: (session: DevSession) => boolean,
  weights?: Weights,
): Promise<readonly BranchCase[]> {
  const sessions = devSessions()
    .filter(which)
    .map(({ name, set, fates, thoughts }) => ({ name, set: set as string, fates, thoughts }));
  const scenes = (["scenes", "long scenes", "other scenes"] as const).flatMap((set) =>
    scenesOf(set).map(({ fates, thoughts }, index) => ({
      name: `${set} ${index + 1}`,
      set,
      fates,
      thoughts,
    })),
  );
  const found: BranchCase[] = [];
  for (const { name, set, fates, thoughts } of [...sessions, ...scenes]) {
    const { courses } = await findFacts(thoughts, [], weights ? { weights } : {});
    for (const [branch, fate] of fates) {
      const course = courses.get(branch);
      if (course) found.push({ session: name, set, features: fateFeatures(course), fate });
    }
  }
  return found;
}

/** Weights for each fate, in the order of the table. */
export function fitFates(cases: readonly BranchCase[], ridge = 10): readonly Record<string, number>[] {
  return FATES.map((fate) =>
    fitLogistic(
      cases.map(({ features, fate: own, set }) => ({
        features,
        is: own === fate,
        weight: WEIGHTS[set] ?? 1,
      })),
      ridge,
    ),
  );
}
