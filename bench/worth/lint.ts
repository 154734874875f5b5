import { factsOf } from "../../src/ledger/facts/facts-of.ts";
import { type Finding, lintSession } from "../../src/ledger/lint/lint.ts";
import { RULES } from "../../src/ledger/lint/rules.ts";
import { type Fault, type Field, type Step, thoughtsOf, withFault } from "./lint-case.ts";
import { DEVELOPMENT } from "./lint-fields.ts";
import { HELD_OUT } from "./lint-held-out.ts";

/** The precision and recall of a rule: how many of its findings are right, and how many of the faults it finds. */
export interface RuleScore {
  readonly rule: string;
  readonly faults: number;
  readonly found: number;
  readonly wrong: number;
  readonly precision: number;
  readonly recall: number;
}

/** The linter's scores on sessions with injected faults and on the same sessions without. */
export async function measureLint(half: "development" | "held-out" | "all"): Promise<{
  readonly scores: readonly RuleScore[];
  readonly wrong: readonly string[];
  readonly missed: readonly string[];
}> {
  const fields =
    half === "development" ? DEVELOPMENT : half === "held-out" ? HELD_OUT : [...DEVELOPMENT, ...HELD_OUT];
  const tally = new Map(RULES.map(({ id }) => [id, { faults: 0, found: 0, wrong: 0 }]));
  const [wrong, missed]: [string[], string[]] = [[], []];
  const judge = (field: Field, findings: readonly Finding[], fault?: Fault, at?: number) => {
    for (const { rule, seq, message } of findings) {
      if (fault && rule === fault.rule && isAt(fault, seq, at!)) continue;
      tally.get(rule)!.wrong++;
      wrong.push(`${field.title} (${fault?.rule ?? "no fault"}): ${rule} at ${seq}: ${message}`);
    }
    if (!fault) return;
    tally.get(fault.rule)!.faults++;
    if (findings.some(({ rule, seq }) => rule === fault.rule && isAt(fault, seq, at!)))
      tally.get(fault.rule)!.found++;
    else missed.push(`${field.title}: ${fault.rule} at ${at}`);
  };
  for (const field of fields) {
    judge(field, await lintSteps(field, field.steps));
    for (const fault of [...field.faults, ...dataFaults(field)]) {
      const { steps, at } = withFault(field, fault);
      judge(field, await lintSteps(field, steps, fault, at), fault, at);
    }
  }
  const scores = [...tally].map(([rule, { faults, found, wrong: count }]) => ({
    rule,
    faults,
    found,
    wrong: count,
    precision: found + count === 0 ? 1 : found / (found + count),
    recall: faults === 0 ? 1 : found / faults,
  }));
  return { scores, wrong, missed };
}

/** A finding may be at any of the thoughts that the fault added. */
const isAt = ({ steps }: Fault, seq: number, at: number): boolean => seq <= at && seq > at - steps.length;

/** Faults that are in the data and not in the text: stale evidence and an unanswered note. */
const dataFaults = ({ steps }: Field): readonly Fault[] => [
  { rule: "CL009", after: 1, steps: [{ text: "The file says so.", evidence: ["src/a.ts:1-2"] }] },
  { rule: "CL011", after: Math.min(3, steps.length - 1), steps: ["And on it goes."] },
];

async function lintSteps(field: Field, steps: readonly (Step | string)[], fault?: Fault, at = 0) {
  const thoughts = thoughtsOf(steps);
  const { findings } = await lintSession({
    session: { id: "made-up", title: field.title, status: "completed" },
    thoughts,
    facts: await factsOf(thoughts),
    evidence: new Map(
      thoughts.map(({ seq, evidence = [] }) => [
        seq,
        evidence.map(
          ({ ref }) => ({ ref, state: fault?.rule === "CL009" && seq === at ? "stale" : "fresh" }) as const,
        ),
      ]),
    ),
    notes:
      fault?.rule === "CL011"
        ? [{ id: "n1", text: "Mind the budget.", state: "delivered", on: null, at }]
        : [{ id: "n0", text: "Thanks.", state: "answered", on: null, at: 2 }],
  });
  return findings;
}
