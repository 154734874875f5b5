import { writeFileSync } from "node:fs";
import { factsOf } from "../../src/ledger/facts/facts-of.ts";
import { certainOf } from "../../src/ledger/lint/cl007-no-conclusion.ts";
import { createContext, type LintInput } from "../../src/ledger/lint/context.ts";
import { endingFeatures } from "../../src/ledger/lint/endings.ts";
import { scoreOf } from "../../src/ledger/lint/weights.ts";
import type { Thought } from "../../src/ledger/thought.ts";
import { type DevSession, devSessions } from "./dev-set.ts";
import { inputOf } from "./lint-measure.ts";
import { isFitted, lintSessions } from "./lint-sessions.ts";
import { type Case, fitLogistic } from "./logistic.ts";

interface Ending extends Case {
  /** Cases of a group are left out together. */
  readonly group: string;
  readonly kind: string;
  readonly thoughts: number;
}

const RIDGE = 12;
const FOLDS = 8;
/** A session of the other sets ends well, and does so at its last outcome and soon after it. */
const [WHOLE, SOON] = [3, [0, 2, 4]];
/** Before this share of a session an outcome is not that of its goal. */
const LATE = 0.75;
/** Where such a session is cut off, and where it is cut off and a thought beside the matter follows, which is not its end. */
const CUTS = [0.3, 0.4, 0.5, 0.6, 0.7];
const STRAYS = [0.35, 0.45, 0.55, 0.65, 0.75];
const CUT = 0.7;
/** Sessions of more thoughts are long. */
const LONG = 30;
/** Lengths of the short sessions made of the end or the middle of others, and what they count. */
const [SHORT, BRIEF] = [[3, 5], 0.5];
/** Not cut so soon after an outcome. */
const AFTERMATH = 6;
/** Thoughts of the first set are mostly noise. */
const NOISY = 0.5;

/** Fits the weights of CL007. `--check` only cross-validates them by author and by sessions of the other sets. */
const cases = [...(await injected()), ...(await cutOff())];
crossValidate();
if (!process.argv.includes("--check")) write(fitLogistic(cases, RIDGE));

function crossValidate(): void {
  const scored = [...Map.groupBy(cases, ({ group }) => group)].flatMap(([group, own]) => {
    const weights = fitLogistic(
      cases.filter((one) => one.group !== group),
      RIDGE,
    );
    return own.map(({ kind, features, thoughts }) => ({
      kind,
      isFound: scoreOf(weights, features) > certainOf(thoughts),
    }));
  });
  for (const [kind, own] of Map.groupBy(scored, (one) => one.kind))
    console.log(`${kind}: ${own.filter(({ isFound }) => isFound).length} of ${own.length} found`);
}

/** The sessions with faults: as they are, and with each fault and trap of the rule. */
async function injected(): Promise<readonly Ending[]> {
  const found: Ending[] = [];
  for (const session of lintSessions()) {
    if (!isFitted(session)) continue;
    const group = /^\w+ author/.exec(session.half)?.[0] ?? "first author";
    const insertions = session.insertions.filter(({ rule }) => rule === "CL007");
    for (const insertion of [undefined, ...insertions]) {
      const kind = insertion?.kind ?? "clean";
      const { input } = await inputOf(session, insertion);
      found.push(await caseOf(input, { group, kind: `${kind}, ${group}`, is: kind === "fault", weight: 1 }));
    }
    // A short session: the goal, and what comes before a place. The end of a long one may be an epilogue.
    const { input } = await inputOf(session);
    const { length } = input.thoughts;
    if (length > LONG) continue;
    for (const [at, is] of [
      [length, false],
      [Math.round(length / 2), true],
    ] as const)
      for (const size of SHORT) {
        const thoughts = [...input.thoughts.slice(0, 1), ...input.thoughts.slice(at - size, at)];
        const short = { ...input, thoughts, facts: await factsOf(thoughts) };
        found.push(
          await caseOf(short, { group, kind: `short ${is ? "cut" : "whole"}, ${group}`, is, weight: BRIEF }),
        );
      }
  }
  return found;
}

/** Sessions in which nobody planted a fault: whole, and cut off. */
async function cutOff(): Promise<readonly Ending[]> {
  const strays = lintSessions()
    .filter(isFitted)
    .flatMap(({ insertions }) => insertions)
    .filter(({ rule, kind, steps }) => rule === "CL007" && kind === "fault" && steps.length > 0)
    .map(({ steps }) => steps.at(-1)!.text);
  const found: Ending[] = [];
  for (const [index, dev] of devSessions().entries()) {
    const { thoughts, set } = dev;
    const share = set === "sessions" ? NOISY : 1;
    const add = async (upTo: readonly Thought[], kind: string, is: boolean, weight: number) =>
      found.push(
        await caseOf(await sessionOf(dev, upTo), {
          group: `${index % FOLDS}`,
          kind: `${kind}, ${set}`,
          is,
          weight: weight * share,
        }),
      );
    await add(thoughts, "whole", false, WHOLE);
    const outcomes = dev.facts.filter(({ kind }) => kind === "outcome").map(({ seq }) => seq);
    const last = Math.max(...outcomes);
    if (last > LATE * thoughts.length)
      for (const more of SOON.filter((one) => last + one < thoughts.length))
        await add(thoughts.slice(0, last + more), "at the outcome", false, 1);
    const places = (shares: readonly number[]) =>
      shares
        .map((one) => Math.round(one * thoughts.length))
        .filter((at) => !outcomes.some((seq) => seq > at - AFTERMATH && seq <= at));
    for (const at of places(CUTS)) await add(thoughts.slice(0, at), "cut", true, CUT);
    for (const at of places(STRAYS)) {
      const { branchId: _, ...next } = thoughts[at]!;
      const stray = { ...next, content: strays[(at * 31 + index * 7) % strays.length]! };
      await add([...thoughts.slice(0, at), stray], "cut with a stray thought", true, CUT);
    }
  }
  return found;
}

async function sessionOf({ name, session }: DevSession, thoughts: readonly Thought[]): Promise<LintInput> {
  return {
    session: { id: name, title: session.title, status: "completed" },
    thoughts,
    facts: await factsOf(thoughts),
  };
}

async function caseOf(input: LintInput, about: Omit<Ending, "features" | "thoughts">): Promise<Ending> {
  const context = await createContext(input, async () => ({ dropped: new Map(), decided: new Set() }));
  return { ...about, features: endingFeatures(context), thoughts: input.thoughts.length };
}

function write(weights: Readonly<Record<string, number>>): void {
  const lines = Object.entries(weights).map(([key, value]) => {
    const property = /^\w+$/.test(key) ? key : JSON.stringify(key);
    return `  ${property}: ${Number(value.toFixed(2))},`;
  });
  writeFileSync(
    new URL("../../src/ledger/lint/ending-weights.ts", import.meta.url),
    `import type { LintWeights } from "./weights.ts";

/** Fitted by \`bench/worth/fit-endings.ts\` on completed sessions and on sessions that are cut off; do not edit. */
export const ENDING_WEIGHTS: LintWeights = {
${lines.join("\n")}
};
`,
  );
}
