import { readdirSync, readFileSync } from "node:fs";
import type { Read } from "../../src/ledger/facts/candidate.ts";
import { followCourse } from "../../src/ledger/facts/course.ts";
import type { FactKind } from "../../src/ledger/facts/fact.ts";
import { findFacts } from "../../src/ledger/facts/facts-of.ts";
import { type Features, featuresAround, featuresOf } from "../../src/ledger/facts/features.ts";
import { readThought } from "../../src/ledger/facts/follow-facts.ts";
import { countRuns } from "../../src/ledger/facts/routine.ts";
import { shared, topicOf } from "../../src/ledger/facts/words.ts";
import type { Thought } from "../../src/ledger/index.ts";
import { devSessions } from "./dev-set.ts";
import { type Case, fitLogistic } from "./logistic.ts";

const KINDS: Readonly<Record<string, FactKind>> = {
  d: "decision",
  x: "dead_end",
  o: "open",
  a: "answered",
  n: "next",
  r: "outcome",
};

/** What the session around a passage says is much the same everywhere. */
const AROUND = new Set([
  "age",
  "late:3",
  "late:8",
  "late:16",
  "age:10",
  "routine",
  "rarity",
  "goal",
  "branch",
  "end of branch",
  "answer",
  "in session",
]);

/** A passage of a development session or of the examples. */
export interface Passage {
  readonly session: string;
  readonly set: string;
  readonly features: Features;
  readonly kinds: readonly FactKind[];
  readonly length: number;
  readonly text: string;
}

/** Every thought of the tuned sessions, and every example, with its features. */
export async function passages(
  which: (session: { heldOut: boolean }) => boolean = ({ heldOut }) => !heldOut,
): Promise<readonly Passage[]> {
  const found = examples();
  for (const one of devSessions().filter(which)) {
    const { goal, rarity, candidates } = await findFacts(one.thoughts);
    const runs = countRuns();
    const read = one.thoughts.map((thought) => readThought(thought).sentences);
    for (const sentences of read) for (const { runs: own } of sentences) runs.see(own);
    const followed = followCourse();
    const courses = one.thoughts.map((thought, index) =>
      followed.see(
        { thought, sentences: read[index]! },
        new Set(read[index]!.flatMap(({ topic }) => [...topic])),
      ),
    );
    const aim = topicOf(goal?.text ?? "");
    const answers = new Set(candidates.filter(({ kind }) => kind === "answered").map(({ seq }) => seq));
    const ends = new Set(
      [...one.fates.keys()].map(
        (branch) => one.thoughts.findLast(({ branchId }) => branchId === branch)?.seq,
      ),
    );
    for (const [index, { seq, branchId, content }] of one.thoughts.entries()) {
      const kinds = one.facts.filter((fact) => fact.seq === seq).map(({ kind }) => kind);
      if (kinds.includes("goal") || read[index]!.length === 0) continue;
      const sentences = read[index]!.slice(0, 6);
      const topic = new Set(sentences.flatMap(({ topic: own }) => [...own]));
      const routine = Math.min(...sentences.map(({ runs: own }) => runs.routine(own)));
      const around = featuresAround({
        age: seq / one.thoughts.length,
        left: one.thoughts.length - seq,
        routine,
        rarity: [...topic].reduce((sum, stem) => sum + rarity(stem), 0) / Math.max(1, topic.size),
        goal: shared(topic, aim),
        isBranch: branchId !== undefined,
        isEndOfBranch: ends.has(seq),
        isAnswer: answers.has(seq),
        course: followed.featuresOf(courses[index]),
      });
      found.push({
        session: one.name,
        set: one.set,
        features: new Map([...featuresOf(sentences), ...around]),
        kinds: kinds as FactKind[],
        length: content.length,
        text: content,
      });
    }
  }
  return found;
}

function examples(): Passage[] {
  const folder = new URL("examples/", import.meta.url);
  return readdirSync(folder).flatMap((name) =>
    readFileSync(new URL(name, folder), "utf8")
      .trim()
      .split("\n")
      .map((line) => ({
        session: name,
        set: "examples",
        features: featuresOf(
          readThought({ content: line.slice(2), metadata: {} } as Thought).sentences as Read[],
        ),
        kinds: KINDS[line[0]!] === undefined ? [] : [KINDS[line[0]!]!],
        length: line.length - 2,
        text: line,
      })),
  );
}

/** How much a passage of each set counts: padded sessions tell a fact from its padding, which others do not have. */
const WEIGHTS: Readonly<Record<string, number>> = { sessions: 0.15, voices: 0.2, examples: 0.4 };

/** Weights for whether a passage states a fact. */
export function fitFact(all: readonly Passage[], ridge = 250): Record<string, number> {
  return fitLogistic(
    all.map(
      ({ features, kinds, set }): Case => ({
        features,
        is: kinds.length > 0,
        weight: WEIGHTS[set] ?? 1,
      }),
    ),
    ridge,
    AROUND,
  );
}

/** Weights for the kind of a fact. */
export function fitKinds(all: readonly Passage[], ridge = 20): Record<string, Record<string, number>> {
  const facts = all.filter(({ kinds }) => kinds.length > 0);
  return Object.fromEntries(
    Object.values(KINDS).map((kind) => [
      kind,
      fitLogistic(
        facts.map(({ features, kinds }) => ({ features, is: kinds.includes(kind), weight: 1 })),
        ridge,
      ),
    ]),
  );
}
