import { readFileSync, writeFileSync } from "node:fs";
import { branchVerdicts } from "../../src/ledger/lint/branch-verdicts.ts";
import { aroundDecision } from "../../src/ledger/lint/cl002-no-alternative.ts";
import { createContext, type LintContext } from "../../src/ledger/lint/context.ts";
import { propertiesOf, SOUGHT, type Sought } from "../../src/ledger/lint/judge.ts";
import { closePassagesOf, type Passage, passagesOf } from "../../src/ledger/lint/passages.ts";
import { sentencesOf } from "../../src/ledger/lint/prose.ts";
import type { Thought } from "../../src/ledger/thought.ts";
import { devSessions } from "./dev-set.ts";
import { tableOf } from "./fit-all.ts";
import { thoughtsOf } from "./lint-case.ts";
import { inputOf } from "./lint-measure.ts";
import { lintSessions } from "./lint-sessions.ts";
import { type Case, fitLogistic } from "./logistic.ts";

/** A thought, and whether a model should find it. */
interface ThoughtCase {
  readonly author: string;
  readonly is: boolean;
  readonly weight: number;
  readonly passages: readonly Described[];
}

interface Described {
  readonly text: string;
  readonly properties: Map<string, number>;
}

/** The passages of a thought as a model gets them. */
const passagesFor = (sought: Sought, context: LintContext | undefined, thought: Thought) =>
  sought === "decision"
    ? closePassagesOf(context, thought)
    : passagesOf(thought, sentencesOf(thought.content));

/** The passages that a model reads. */
function described(sought: Sought, passages: readonly Passage[]): readonly Described[] {
  return passages.flatMap((passage) => {
    const { properties, isRead } = propertiesOf(passage);
    return isRead[sought] ? [{ text: passage.text, properties }] : [];
  });
}

type Column = Readonly<Record<string, number>>;

const RULES: Readonly<Record<Sought, string>> = { decision: "CL002", claim: "CL004", plan: "CL002" };
const MARKS: Readonly<Record<Sought, string>> = { decision: "d", claim: "v", plan: "d" };
const RIDGE: Readonly<Record<Sought, number>> = { decision: 15, claim: 40, plan: 15 };
/** Properties that a model leaves out: with them it learned the manner of one author. */
const LEFT_OUT: Readonly<Record<Sought, RegExp>> = { decision: /^word:/, claim: /^begins/, plan: /^word:/ };
/** There are few faults among many other thoughts. */
const FAULT = 2;
const EXAMPLE = 0.7;
const PLAIN_WEIGHT = 0.5;

/** The author of the sessions of a half. */
const authorOf = (half: string) =>
  /^(?:tuning|held-out|fresh)$/.test(half) ? "first author" : half.replace(/,.*/, "");

/** All thoughts of the sessions with faults, and the examples. */
async function casesFor(sought: Sought): Promise<readonly ThoughtCase[]> {
  const found = [...examples(sought), ...(sought === "claim" ? plainWork() : [])];
  for (const session of lintSessions())
    for (const insertion of [undefined, ...session.insertions]) {
      const { input } = await inputOf(session, insertion);
      const context = await createContext(input, branchVerdicts);
      for (const [index, thought] of context.thoughts.entries()) {
        const isAdded =
          insertion && index >= insertion.after && index < insertion.after + insertion.steps.length;
        if (insertion && !isAdded) continue;
        if (!isRead(sought, thought, index)) continue;
        const passages = described(sought, passagesFor(sought, context, thought));
        if (sought === "decision")
          for (const { properties, text } of passages)
            for (const name of aroundDecision(context, thought, index, text)) properties.set(name, 1);
        found.push({
          author: authorOf(session.half),
          is: insertion?.kind === "fault" && insertion.rule === RULES[sought],
          weight: 1,
          passages,
        });
      }
    }
  return found;
}

function isRead(sought: Sought, { branchId, isRevision, evidence = [] }: Thought, index: number): boolean {
  if (index === 0) return false;
  return sought !== "claim" ? branchId === undefined : evidence.length === 0 && !isRevision;
}

/** Single thoughts outside of a session: `d` decides, `v` claims, the others do neither. */
function examples(sought: Sought): ThoughtCase[] {
  const lines = readFileSync(new URL("lint-examples.txt", import.meta.url), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => {
    const [thought] = thoughtsOf(["", line.slice(2).replaceAll("\\n", "\n"), ""]).slice(1) as [Thought];
    return {
      author: "examples",
      is: line[0] === MARKS[sought],
      weight: EXAMPLE,
      passages: described(sought, passagesFor(sought, undefined, thought)),
    };
  });
}

/** Sets of whole sessions without marked claims. The last set is left to look at what the model finds in it. */
const PLAIN = new Set(["sessions", "voices", "prose"]);

/** Thoughts of sessions about other things. Few of them claim a check, and those that plainly do are left out. */
function plainWork(): ThoughtCase[] {
  const thoughts = devSessions().flatMap((one) => (PLAIN.has(one.set) ? one.thoughts : []));
  const different = new Map(thoughts.map((one) => [one.content.replace(/\d+/g, "0"), one]));
  return [...different.values()].flatMap((thought) => {
    const passages = described("claim", passagesFor("claim", undefined, thought));
    if (thought.evidence?.length || passages.some(({ properties }) => properties.has("examines and good")))
      return [];
    return [{ author: "examples", is: false, weight: PLAIN_WEIGHT, passages }];
  });
}

/** Logistic regression on passages. Of a thought that a model should find, the passage counts that it finds most likely. */
function weightsFor(cases: readonly ThoughtCase[], sought: Sought): Column {
  let weights: Column = {};
  for (let round = 0; round < 3; round++) {
    const rows: Case[] = [];
    for (const { is, passages, weight } of cases) {
      if (passages.length === 0) continue;
      const best = passages.reduce((a, b) => (oddsOf(weights, b) > oddsOf(weights, a) ? b : a));
      for (const one of is ? [best] : passages)
        rows.push({
          features: new Map([...one.properties].filter(([name]) => !LEFT_OUT[sought].test(name))),
          is,
          weight: is ? FAULT * weight : weight,
        });
    }
    weights = fitLogistic(rows, RIDGE[sought]);
  }
  return weights;
}

function oddsOf(weights: Column, { properties }: Described): number {
  let sum = weights.always ?? 0;
  for (const [name, value] of properties) sum += value * (weights[name] ?? 0);
  return sum;
}

/** Fits the models on all authors but those left out. */
export async function fitLint(leftOut: readonly string[] = []): Promise<string> {
  const columns: Column[] = [];
  for (const sought of SOUGHT) {
    const cases = await casesFor(sought);
    columns.push(
      weightsFor(
        cases.filter(({ author }) => !leftOut.includes(author)),
        sought,
      ),
    );
  }
  return tableOf(columns);
}

/**
 * Fits the models of CL002 and CL004 and writes their weights into the sources.
 * Usage: `npm run lint:fit -- [author left out]…`, to measure on an author whom the models do not know.
 */
async function main(leftOut: readonly string[]) {
  const note =
    "Fitted by `npm run lint:fit` on the sessions with faults and the examples of `bench/worth`; do not edit.";
  const about =
    "How much each property of a passage speaks for a decision without an alternative, and for a claim that something was checked.";
  writeFileSync(
    new URL("../../src/ledger/lint/lint-weights.ts", import.meta.url),
    `/**\n * ${about}\n * ${note}\n */\nexport const LINT_WEIGHTS = \`\n${await fitLint(leftOut)}\n\`;\n`,
  );
}

if (import.meta.main) await main(process.argv.slice(2));
