import { readFileSync, writeFileSync } from "node:fs";
import { type Facts, factsOf } from "../../src/ledger/facts/facts-of.ts";
import { branchVerdicts } from "../../src/ledger/lint/branch-verdicts.ts";
import { aroundDecision } from "../../src/ledger/lint/cl002-no-alternative.ts";
import { aroundClaim, plainClaimOf } from "../../src/ledger/lint/cl004-claim-without-evidence.ts";
import { createContext, type LintContext } from "../../src/ledger/lint/context.ts";
import { propertiesOf, SOUGHT, type Sought } from "../../src/ledger/lint/judge.ts";
import { closePassagesOf, type Passage, passagesOf } from "../../src/ledger/lint/passages.ts";
import type { Thought } from "../../src/ledger/thought.ts";
import { type DevSession, devSessions, UNTOUCHED } from "./dev-set.ts";
import { tableOf } from "./fit-all.ts";
import { thoughtsOf } from "./lint-case.ts";
import { inputOf } from "./lint-measure.ts";
import { isFitted, lintSessions } from "./lint-sessions.ts";
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
const passagesFor = (sought: Sought, context: LintContext, thought: Thought) =>
  sought === "decision" ? closePassagesOf(context, thought) : passagesOf(thought, context.sentences(thought));

/** The passages that a model reads. */
function described(sought: Sought, passages: readonly Passage[], isPlain: boolean): readonly Described[] {
  return passages.flatMap((passage) => {
    const { properties, isRead } = propertiesOf(passage, isPlain);
    return isRead[sought] ? [{ text: passage.text, properties }] : [];
  });
}

type Column = Readonly<Record<string, number>>;

const RULES: Readonly<Record<Sought, string>> = { decision: "CL002", claim: "CL004", plan: "CL002" };
const RIDGE: Readonly<Record<Sought, number>> = { decision: 30, claim: 40, plan: 30 };
/** Properties that a model leaves out: with them it learned the manner of one author. */
const LEFT_OUT: Readonly<Record<Sought, RegExp>> = { decision: /^word:/, claim: /^begins/, plan: /^word:/ };
/** There are few faults among many other thoughts. */
const FAULT = 2;
const EXAMPLE = 0.7;
const NATURAL = 1;
const PLANTED = 0.7;

/** The author of the sessions of a half. */
const authorOf = (half: string) =>
  /^(?:tuning|held-out|fresh)$/.test(half) ? "first author" : half.replace(/,.*/, "");

/** A thought in its session, and the rule whose fault it is. */
interface Situation {
  readonly context: LintContext;
  readonly index: number;
  readonly author: string;
  readonly weight: number;
  readonly fault: string | undefined;
  /** Whether a reader called the finding of a rule right: the thought is then left out, because nobody put a fault there. */
  readonly unclear?: (rule: string) => boolean;
}

/** The thoughts of the sessions with faults, of natural sessions, and of those with others put into them. */
async function situations(): Promise<readonly Situation[]> {
  const natural = devSessions().filter(({ name }) => !UNTOUCHED.has(name));
  return [
    ...(await faultSituations()),
    ...(await naturalSituations(natural)),
    ...(await plantedSituations(natural.filter(({ set }) => set !== "sessions"))),
  ];
}

async function faultSituations(): Promise<readonly Situation[]> {
  const found: Situation[] = [];
  for (const session of lintSessions().filter(isFitted))
    for (const insertion of [undefined, ...session.insertions]) {
      const { input } = await inputOf(session, insertion);
      const context = await createContext(input, branchVerdicts);
      const after = insertion?.after ?? 0;
      const added = insertion ? insertion.steps.length : context.thoughts.length;
      for (let index = after; index < after + added; index++)
        found.push({
          context,
          index,
          author: authorOf(session.half),
          weight: 1,
          fault: insertion?.kind === "fault" ? insertion.rule : undefined,
        });
    }
  return found;
}

/** The thoughts of sessions that nobody put faults into. */
async function naturalSituations(sessions: readonly DevSession[]): Promise<readonly Situation[]> {
  const right = rightFindings();
  const found: Situation[] = [];
  for (const { name, session, thoughts } of sessions) {
    const facts = await factsOf(thoughts);
    const context = await createContext({ session, thoughts, facts }, branchVerdicts);
    for (const [index, { seq }] of thoughts.entries())
      found.push({
        context,
        index,
        author: name,
        weight: NATURAL,
        fault: undefined,
        unclear: (rule) => right.has(`${name} ${rule} ${seq}`),
      });
  }
  return found;
}

/** `session rule seq` of the findings in natural sessions that are right. */
function rightFindings(): ReadonlySet<string> {
  const text = readFileSync(new URL("natural-findings.txt", import.meta.url), "utf8");
  return new Set([...text.matchAll(/^(\S+ CL\d+ \d+) right\b/gm)].map(([, found]) => found!));
}

/** A thought to put into natural sessions. */
type Planted = Pick<Situation, "author" | "weight" | "fault"> & { readonly text: string };

/** Single thoughts: `d` decides, `v` claims, the others do neither. */
function examples(): readonly Planted[] {
  const lines = readFileSync(new URL("lint-examples.txt", import.meta.url), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => ({
    text: line.slice(2).replaceAll("\\n", "\n"),
    author: "examples",
    weight: EXAMPLE,
    fault: line[0] === "d" ? "CL002" : line[0] === "v" ? "CL004" : undefined,
  }));
}

/** The faults of these rules, and the traps that look like them. */
function insertions(): readonly Planted[] {
  return lintSessions()
    .filter(isFitted)
    .flatMap(({ half, insertions: all }) =>
      all
        .filter(({ rule, ends }) => !ends && /CL00[24]/.test(rule))
        .flatMap(({ rule, kind, steps }) =>
          steps
            .filter(({ evidence, revises }) => evidence.length === 0 && revises === undefined)
            .map(({ text }) => ({
              text,
              author: authorOf(half),
              weight: PLANTED,
              fault: kind === "fault" ? rule : undefined,
            })),
        ),
    );
}

/** How many thoughts are put into a session at once. */
const AT_ONCE = 10;

/** The examples and insertions in the midst of natural sessions. */
async function plantedSituations(sessions: readonly DevSession[]): Promise<readonly Situation[]> {
  const all = [...examples(), ...insertions()];
  const facts = new Map<DevSession, Facts>();
  for (const one of sessions) facts.set(one, await factsOf(one.thoughts));
  const found: Situation[] = [];
  for (let begin = 0; begin < all.length; begin += AT_ONCE) {
    const host = sessions[(begin / AT_ONCE) % sessions.length]!;
    // Every tenth, so that a session does not get ten of a kind.
    const own = all.filter((_, at) => at % Math.ceil(all.length / AT_ONCE) === begin / AT_ONCE);
    const places = new Map<number, Planted>();
    const thoughts: Thought[] = [];
    const step = Math.floor((host.thoughts.length - 1) / own.length);
    for (const [index, thought] of host.thoughts.entries()) {
      thoughts.push({ ...thought, seq: thoughts.length + 1 });
      const planted = index % step === 1 ? own[Math.floor(index / step)] : undefined;
      if (!planted) continue;
      places.set(thoughts.length, planted);
      const [made] = thoughtsOf(["", planted.text, ""]).slice(1) as [Thought];
      thoughts.push({ ...made, id: `planted-${index}`, seq: thoughts.length + 1 });
    }
    const context = await createContext(
      { session: host.session, thoughts, facts: facts.get(host)! },
      branchVerdicts,
    );
    for (const [index, { author, weight, fault }] of places)
      found.push({ context, index, author, weight, fault });
  }
  return found;
}

/** Thoughts as cases for a model. */
function casesFor(sought: Sought, all: readonly Situation[]): readonly ThoughtCase[] {
  return all.flatMap(({ context, index, author, weight, fault, unclear }) => {
    const thought = context.thoughts[index]!;
    if (!isRead(sought, thought, index) || unclear?.(RULES[sought])) return [];
    const is = fault === RULES[sought];
    return [{ author, is, weight, passages: describedIn(sought, context, thought, index) }];
  });
}

/** The passages of a thought that a model reads, with what its session says about each. */
function describedIn(sought: Sought, context: LintContext, thought: Thought, index: number) {
  const isPlain = sought === "claim" && plainClaimOf(thought, context.sentences(thought)) !== undefined;
  const passages = described(sought, passagesFor(sought, context, thought), isPlain);
  if (sought !== "plan")
    for (const { properties, text } of passages) {
      const around =
        sought === "claim" ? aroundClaim(context, thought) : aroundDecision(context, thought, index, text);
      for (const [name, value] of around) properties.set(name, value);
    }
  return passages;
}

function isRead(sought: Sought, { branchId, isRevision, evidence = [] }: Thought, index: number): boolean {
  if (index === 0) return false;
  return sought !== "claim" ? branchId === undefined : evidence.length === 0 && !isRevision;
}

/** Logistic regression on passages. Of a thought that a model should find, the passage counts that it finds most likely. */
function weightsFor(all: readonly ThoughtCase[], sought: Sought, leftOut: readonly string[] = []): Column {
  const cases = all.filter(({ author }) => !leftOut.includes(author));
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
  const all = await situations();
  for (const sought of SOUGHT) columns.push(weightsFor(casesFor(sought, all), sought, leftOut));
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
