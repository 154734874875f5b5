import { parseArgs } from "node:util";
import { factsOf } from "../../src/ledger/facts/facts-of.ts";
import type { LintInput, LintNote } from "../../src/ledger/lint/context.ts";
import { type Finding, lintSession } from "../../src/ledger/lint/lint.ts";
import { RULES } from "../../src/ledger/lint/rules.ts";
import type { Table } from "../report.ts";
import { thoughtsOf } from "./lint-case.ts";
import { FINAL_HALF, type Insertion, type Line, type LintSession, lintSessions } from "./lint-sessions.ts";

/** How well a rule does: of its findings, how many are right, and of the faults, how many it finds. */
export interface RuleScore {
  readonly rule: string;
  readonly faults: number;
  readonly found: number;
  readonly wrong: number;
  readonly precision: number;
  readonly recall: number;
}

/** The linter's scores on sessions with faults, with traps and with neither. */
export async function measureSessions(sessions: readonly LintSession[]): Promise<{
  readonly scores: readonly RuleScore[];
  readonly wrong: readonly string[];
  readonly missed: readonly string[];
}> {
  const tally = new Map(RULES.map(({ id }) => [id, { faults: 0, found: 0, wrong: 0 }]));
  const [wrong, missed]: [string[], string[]] = [[], []];
  const count = (where: string, { rule, seq, message }: Finding, text: string) => {
    tally.get(rule)!.wrong++;
    wrong.push(`${where}: ${rule} at ${seq}: ${message}\n      ${text.slice(0, 160)}`);
  };
  for (const session of sessions) {
    const clean = await lintWith(session);
    for (const finding of clean.findings)
      count(`${session.name}, clean`, finding, clean.steps[finding.seq - 1]!.text);
    const known = new Set(clean.findings.map(({ rule, seq }) => `${rule} ${session.steps[seq - 1]!.text}`));
    for (const insertion of session.insertions) {
      const { findings, steps } = await lintWith(session, insertion);
      const own = new Set<Line>(insertion.steps);
      const noted = new Set(insertion.notes.map(({ at }) => steps[place(at, insertion) - 1]!));
      // Two numbers contradict each other, whichever of them comes first.
      const right = ({ rule, seq, related = [] }: Finding) =>
        insertion.kind === "fault" &&
        rule === insertion.rule &&
        (insertion.ends ||
          [seq, ...(rule === "CL008" ? related : [])].some(
            (one) => own.has(steps[one - 1]!) || noted.has(steps[one - 1]!),
          ));
      if (insertion.kind === "fault") {
        tally.get(insertion.rule)!.faults++;
        if (findings.some(right)) tally.get(insertion.rule)!.found++;
        else
          missed.push(
            `${session.name}, ${insertion.rule} after ${insertion.after}: ${insertion.steps.map(({ text }) => text.slice(0, 160)).join(" | ")}`,
          );
      }
      // Cutting a session off leaves questions and branches open, which the other rules rightly find.
      for (const finding of findings)
        if (
          (!insertion.ends || (insertion.kind === "trap" && finding.rule === insertion.rule)) &&
          !right(finding) &&
          !known.has(`${finding.rule} ${steps[finding.seq - 1]!.text}`)
        )
          count(
            `${session.name}, ${insertion.kind} ${insertion.rule} after ${insertion.after}`,
            finding,
            steps[finding.seq - 1]!.text,
          );
    }
  }
  const scores = [...tally].map(([rule, { faults, found, wrong: mistakes }]) => ({
    rule,
    faults,
    found,
    wrong: mistakes,
    precision: found + mistakes === 0 ? 1 : found / (found + mistakes),
    recall: faults === 0 ? 1 : found / faults,
  }));
  return { scores, wrong, missed };
}

/** Where `@3` or `@+1` is in the session with the insertion, from 1. */
function place(at: string, insertion: Insertion | undefined): number {
  const [, added, digits] = /^@(\+?)(\d+)$/.exec(at)!;
  const number = Number(digits);
  if (!insertion) return number;
  if (added) return number === 0 ? 0 : insertion.after + number;
  return number <= insertion.after ? number : number + insertion.steps.length;
}

/** The thoughts of a session with an insertion, and the lines that they come from. */
export function thoughtsWith(session: LintSession, insertion?: Insertion) {
  const after = insertion?.after ?? session.steps.length;
  const steps = [
    ...session.steps.slice(0, after),
    ...(insertion?.steps ?? []),
    ...(insertion?.ends ? [] : session.steps.slice(after)),
  ];
  const at = (ref: string) => place(ref, insertion);
  const resolved = steps.map(({ from, revises, stale: _, ...step }) => ({
    ...step,
    text: step.text.replaceAll(
      /(#|\b(?:thoughts?|steps?) )?(@\+?\d+)\b/gi,
      (_, lead: string | undefined, ref: string) => `${lead ?? "#"}${at(ref)}`,
    ),
    ...(from !== undefined && { from: at(from) }),
    ...(revises !== undefined && { revises: at(revises) }),
  }));
  return { steps, at, thoughts: thoughtsOf(resolved) };
}

async function lintWith(session: LintSession, insertion?: Insertion) {
  const { input, steps } = await inputOf(session, insertion);
  return { findings: (await lintSession(input)).findings, steps };
}

/** The input of the linter for a session with an insertion. */
export async function inputOf(session: LintSession, insertion?: Insertion) {
  const { steps, at, thoughts } = thoughtsWith(session, insertion);
  const notes = [...session.notes, ...(insertion?.notes ?? [])]
    .filter((note) => at(note.at) <= thoughts.length)
    .map((note, index): LintNote => ({ id: `n${index}`, ...note, on: null, at: at(note.at) }));
  const input: LintInput = {
    session: { id: session.name, title: session.title, status: "completed" },
    thoughts,
    facts: await factsOf(thoughts),
    evidence: new Map(
      thoughts.map(({ seq, evidence = [] }) => [
        seq,
        evidence.map(
          ({ ref }) => ({ ref, state: steps[seq - 1]!.stale.includes(ref) ? "stale" : "fresh" }) as const,
        ),
      ]),
    ),
    notes,
  };
  return { input, steps };
}

/** How far the scores of a half can be trusted. */
function originOf(half: string): string {
  if (half === FINAL_HALF)
    return "Their author did not know the rules, and no rule was changed or fitted by it.";
  return half.endsWith("author") || half.startsWith("second author")
    ? "Their author did not know the rules; the rules were improved and partly fitted by them later."
    : "The author of the rules wrote all of them.";
}

/** Precision and recall of every rule, as one table for each half. */
export async function lintTables(): Promise<readonly Table[]> {
  const tables: Table[] = [];
  for (const [half, sessions] of Map.groupBy(lintSessions(), (one) => one.half)) {
    const { scores } = await measureSessions(sessions);
    tables.push({
      title: `Linter, ${half} sessions`,
      note: `Faults put into sessions of several fields, and traps that look like faults. ${originOf(half)}`,
      columns: ["rule", "faults", "found", "wrong findings", "precision", "recall"],
      rows: scores.map(({ rule, faults, found, wrong, precision, recall }) => [
        rule,
        faults,
        found,
        wrong,
        precision.toFixed(2),
        recall.toFixed(2),
      ]),
      checks: [
        check("least precision of a rule", Math.min(...scores.map(({ precision }) => precision)), 0.9),
        check("least recall of a rule", Math.min(...scores.map(({ recall }) => recall)), 0.8),
      ],
    });
  }
  return [...tables, await speedTable()];
}

const LONG = 10_000;
const RUNS = 3;

/** The processor time that a session of 10,000 thoughts takes: its facts, which the linter needs, and the rules. */
async function speedTable(): Promise<Table> {
  const texts = lintSessions().flatMap(({ steps }) => steps);
  const thoughts = thoughtsOf(
    Array.from({ length: LONG }, (_, index) => {
      const { text, branch } = texts[(index * 7919) % texts.length]!;
      const name = branch && `${branch}-${index % 97}`;
      return { text: `${text} (${index})`, ...(name && { branch: name, from: Math.max(1, index - 5) }) };
    }),
  );
  const session = { id: "long", title: "A long session", status: "completed" } as const;
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const begin = process.cpuUsage();
    await lintSession({ session, thoughts, facts: await factsOf(thoughts) });
    const { user, system } = process.cpuUsage(begin);
    times.push((user + system) / 1e6);
  }
  const [least, median, most] = times.toSorted((a, b) => a - b) as [number, number, number];
  return {
    title: "Linter, 10,000 thoughts",
    note: "Processor time of three runs in this process, facts included.",
    columns: ["thoughts", "least, s", "median, s", "most, s"],
    rows: [[LONG, least, median, most]],
    checks: [{ name: "10,000 thoughts", value: median, sense: "at most", target: 2, unit: " s" }],
  };
}

const check = (name: string, value: number, target: number) =>
  ({ name, value: Number(value.toFixed(2)), sense: "at least", target, unit: "" }) as const;

/**
 * Prints the scores for the sessions of a folder, by default the own ones.
 * Usage: `npm run lint:measure -- [folder] [--half tuning] [--list]`; `--list` prints every mistake.
 */
async function main(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { half: { type: "string" }, list: { type: "boolean" } },
  });
  const all = lintSessions(positionals[0]);
  const sessions = all.filter(({ half }) => values.half === undefined || half === values.half);
  const { scores, wrong, missed } = await measureSessions(sessions);
  console.log(`${sessions.length} sessions, ${sessions.flatMap((one) => one.insertions).length} insertions`);
  for (const { rule, faults, found, wrong: mistakes, precision, recall } of scores)
    console.log(
      `${rule}  precision ${precision.toFixed(2)}  recall ${recall.toFixed(2)}  ${found} of ${faults}, ${mistakes} wrong`,
    );
  if (values.list) console.log(["", "WRONG", ...wrong, "", "MISSED", ...missed].join("\n"));
}

if (import.meta.main) await main(process.argv.slice(2));
