import { readFileSync, writeFileSync } from "node:fs";
import { branchVerdicts } from "../../src/ledger/lint/branch-verdicts.ts";
import { aroundDecision } from "../../src/ledger/lint/cl002-no-alternative.ts";
import { createContext } from "../../src/ledger/lint/context.ts";
import { mayBe, SOUGHT, type Sought } from "../../src/ledger/lint/judge.ts";
import { type Passage, passagesOf } from "../../src/ledger/lint/passages.ts";
import { sentencesOf } from "../../src/ledger/lint/prose.ts";
import type { Thought } from "../../src/ledger/thought.ts";
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
  readonly passages: readonly Passage[];
}

type Column = Readonly<Record<string, number>>;

const RULES: Readonly<Record<Sought, string>> = { decision: "CL002", claim: "CL004" };
const MARKS: Readonly<Record<Sought, string>> = { decision: "d", claim: "v" };
const RIDGE: Readonly<Record<Sought, number>> = { decision: 15, claim: 20 };
/** Properties that a model leaves out: with them it learned the manner of one author. */
const LEFT_OUT: Readonly<Record<Sought, RegExp>> = { decision: /^word:/, claim: /^begins/ };
/** There are few faults among many other thoughts. */
const FAULT = 2;
const EXAMPLE = 0.7;

/** The author of the sessions of a half. */
const authorOf = (half: string) =>
  /^(?:tuning|held-out|fresh)$/.test(half) ? "first author" : half.replace(/,.*/, "");

/** All thoughts of the sessions with faults, and the examples. */
async function casesFor(sought: Sought): Promise<readonly ThoughtCase[]> {
  const found = examples(sought);
  for (const session of lintSessions())
    for (const insertion of [undefined, ...session.insertions]) {
      const { input } = await inputOf(session, insertion);
      const context = await createContext(input, branchVerdicts);
      for (const [index, thought] of context.thoughts.entries()) {
        const isAdded =
          insertion && index >= insertion.after && index < insertion.after + insertion.steps.length;
        if (insertion && !isAdded) continue;
        if (!isRead(sought, thought, index)) continue;
        const passages = passagesOf(context, thought, context.sentences(thought));
        if (sought === "decision")
          for (const { properties, text } of passages)
            for (const name of aroundDecision(context, thought, index, text)) properties.set(name, 1);
        found.push({
          author: authorOf(session.half),
          is: insertion?.kind === "fault" && insertion.rule === RULES[sought],
          weight: 1,
          passages: passages.filter((one) => mayBe(sought, one)),
        });
      }
    }
  return found;
}

function isRead(sought: Sought, { branchId, isRevision, evidence = [] }: Thought, index: number): boolean {
  if (index === 0) return false;
  return sought === "decision" ? branchId === undefined : evidence.length === 0 && !isRevision;
}

/** Single thoughts outside of a session: `d` decides, `v` claims, the others do neither. */
function examples(sought: Sought): ThoughtCase[] {
  const lines = readFileSync(new URL("lint-examples.txt", import.meta.url), "utf8").trim().split("\n");
  return lines.map((line) => {
    const [thought] = thoughtsOf(["", line.slice(2).replaceAll("\\n", "\n"), ""]).slice(1) as [Thought];
    const passages = passagesOf(undefined, thought, sentencesOf(thought.content));
    return {
      author: "examples",
      is: line[0] === MARKS[sought],
      weight: EXAMPLE,
      passages: passages.filter((one) => mayBe(sought, one)),
    };
  });
}

/** Logistic regression on passages. Of a thought that a model should find, the passage counts that it finds most likely. */
function fit(cases: readonly ThoughtCase[], sought: Sought): Column {
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

function oddsOf(weights: Column, { properties }: Passage): number {
  let sum = weights.always ?? 0;
  for (const [name, value] of properties) sum += value * (weights[name] ?? 0);
  return sum;
}

/** Leave-one-author-out log odds (temporary). */
let memo: any;
export async function fitWith(drop: string) {
  memo ??= { decision: await casesFor("decision"), claim: await casesFor("claim") };
  const re = new RegExp(drop);
  console.log("== drop", drop);
  for (const sought of SOUGHT) {
    const cases: ThoughtCase[] = memo[sought].map((c: any) => ({ ...c, passages: c.passages.map((p: any) => ({ ...p, properties: new Map([...p.properties].filter(([n]: any) => !re.test(n))) })) }));
    const rows: any[] = [];
    for (const author of ["first author", "second author", "fourth author", "fifth author"]) {
      const w = fit(cases.filter((c) => c.author !== author), sought);
      for (const c of cases) if (c.author === author) rows.push([Math.max(-9, ...c.passages.map((p) => oddsOf(Object.fromEntries(Object.entries(w).filter(([n]) => !LEFT_OUT[sought].test(n))), p))), c.is, author]);
    }
    for (const a of ["second author", "fourth author", "fifth author", ""]) {
      const own = rows.filter((r) => r[2].includes(a)); const n = own.filter((r) => r[1]).length;
      console.log(sought.padEnd(9), (a || "all").padEnd(14), [-0.5, 0, 0.5, 1, 1.5].map((t) => { const f = own.filter((r) => r[1] && r[0] > t).length, x = own.filter((r) => !r[1] && r[0] > t).length; return `${t}: P${(f / Math.max(1, f + x)).toFixed(2)} R${(f / n).toFixed(2)}`; }).join("  "));
    }
  }
}

/** Fits the models on all authors but those left out. */
export async function fitLint(leftOut: readonly string[] = []): Promise<string> {
  const columns: Column[] = [];
  for (const sought of SOUGHT) {
    const cases = await casesFor(sought);
    columns.push(fit(cases.filter(({ author }) => !leftOut.includes(author)), sought));
  }
  return tableOf(columns);
}

/**
 * Fits the models of CL002 and CL004 and writes their weights into the sources.
 * Usage: `npm run lint:fit -- [author left out]…`, to measure on an author whom the models do not know.
 */
async function main(leftOut: readonly string[]) {
  const note = "Fitted by `npm run lint:fit` on the sessions with faults and the examples of `bench/worth`; do not edit.";
  const about = "How much each property of a passage speaks for a decision without an alternative, and for a claim that something was checked.";
  writeFileSync(
    new URL("../../src/ledger/lint/lint-weights.ts", import.meta.url),
    `/**\n * ${about}\n * ${note}\n */\nexport const LINT_WEIGHTS = \`\n${await fitLint(leftOut)}\n\`;\n`,
  );
}

if (import.meta.main) await main(process.argv.slice(2));
