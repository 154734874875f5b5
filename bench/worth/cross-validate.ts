import { briefOf } from "../../src/ledger/brief.ts";
import { findFacts } from "../../src/ledger/facts/facts-of.ts";
import { readWeights } from "../../src/ledger/facts/read-weights.ts";
import type { Table } from "../report.ts";
import { type DevSession, devSessions } from "./dev-set.ts";
import { fitAll, tableOf } from "./fit-all.ts";
import { findFact, sprungTraps, wrongFates } from "./score.ts";

const FOLDS = 8;
const BUDGETS = [600, 1500] as const;

interface Score {
  readonly session: DevSession;
  readonly facts: readonly (readonly { readonly any: boolean; readonly own: boolean }[])[];
  readonly wrongFates: number;
  readonly traps: number;
}

/** Each session measured with weights that were fitted without it. The rules themselves were written with most of them in view. */
export async function crossValidated(): Promise<Table> {
  const sessions = devSessions();
  const scores: Score[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const left = new Set(sessions.filter((_, index) => index % FOLDS === fold).map(({ name }) => name));
    const fitted = await fitAll(({ name }) => !left.has(name));
    const options = {
      weights: readWeights(tableOf(fitted.facts)),
      fates: readWeights(tableOf(fitted.fates)),
    };
    const words = readWeights(tableOf(fitted.words));
    for (const session of sessions.filter(({ name }) => left.has(name))) {
      const found = await findFacts(session.thoughts, [], options);
      const briefs = BUDGETS.map((budget) => briefOf(session.session, found, budget, words));
      scores.push({
        session,
        facts: session.facts.map((fact) => briefs.map((made) => findFact(made, fact))),
        wrongFates: wrongFates(session, briefs[0]!).length,
        traps: sprungTraps(session, briefs[0]!).length,
      });
    }
  }
  const groups = (["sessions", "voices", "prose", "outside"] as const).flatMap((set) =>
    ["software", "other fields"].map((field) => [set, field] as const),
  );
  return {
    title: "Facts in a brief, cross-validated",
    note: "each session with weights fitted without it, in eight folds; facts in %, the rest in numbers",
    columns: [
      "sessions",
      "facts",
      "600",
      "in its section",
      "1500",
      "branches",
      "false",
      "traps",
      "sprung at 600",
    ],
    rows: groups.map(([set, field]) => {
      const own = scores.filter(
        ({ session }) => session.set === set && (session.field === "software") === (field === "software"),
      );
      const facts = own.flatMap((score) => score.facts);
      const share = (is: (found: Score["facts"][number]) => boolean) =>
        Math.round((100 * facts.filter(is).length) / facts.length);
      const sum = (of: (score: Score) => number) => own.reduce((total, score) => total + of(score), 0);
      return [
        `${set}, ${field}`,
        facts.length,
        share(([small]) => small!.any),
        share(([small]) => small!.own),
        share(([, large]) => large!.any),
        sum(({ session }) => session.fates.size),
        sum((score) => score.wrongFates),
        sum(({ session }) => session.traps.length),
        sum((score) => score.traps),
      ];
    }),
    checks: [],
  };
}
