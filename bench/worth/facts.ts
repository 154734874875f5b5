import { type Brief, brief, estimateTokens, type Thought } from "../../src/ledger/index.ts";
import type { Check, Table } from "../report.ts";
import { wrongSceneFates } from "./branch-scenes.ts";
import { crossValidated } from "./cross-validate.ts";
import { type DevSession, devSessions, type Planted } from "./dev-set.ts";
import { findFact, hasAll, sprungTraps, wrongFates } from "./score.ts";

const budgets = [600, 1500] as const;
const PARTS = [
  ["tuned", "sessions", false],
  ["held out", "sessions", true],
  ["other voices, tuned", "voices", false],
  ["other voices, untouched", "voices", true],
  ["prose, tuned", "prose", false],
  ["outside authors, tuned", "outside", false],
  ["outside authors, untouched", "outside", true],
] as const;

interface Row {
  readonly session: DevSession;
  readonly fact: Planted;
  /** Per budget: in a line of the brief, in a line of its own section, in the last thoughts of the same length. */
  readonly found: readonly { readonly any: boolean; readonly own: boolean; readonly last: boolean }[];
}

/** How many planted facts a brief has, by kind and wording, beside the last thoughts of the same length. */
export async function measureFacts(): Promise<readonly Table[]> {
  const sessions = devSessions();
  const rows: Row[] = [];
  const [falseFates, falseFacts]: [string[], string[]] = [[], []];
  for (const one of sessions) {
    const briefs = await Promise.all(budgets.map((most) => brief(one.session, each(one.thoughts), most)));
    const lasts = budgets.map((most) => lastThoughts(one.thoughts, most));
    for (const fact of one.facts)
      rows.push({
        session: one,
        fact,
        found: briefs.map((made, index) => ({
          ...findFact(made, fact),
          last: hasAll(lasts[index]!, fact.keys),
        })),
      });
    falseFates.push(...wrongFates(one, briefs[0]!));
    falseFacts.push(...sprungTraps(one, briefs[1]!));
    if (process.env.SHOW?.includes(one.name)) show(one, briefs[0]!, rows);
  }
  const scenes = await wrongSceneFates("scenes");
  const untouched = await wrongSceneFates("untouched scenes");
  return [
    byGroup(rows),
    await crossValidated(),
    byKindAndWording(rows),
    {
      title: "Facts: false statements",
      note: "branches in a false state; hypotheses, quotations and negations read as facts",
      columns: ["what", "where"],
      rows: [
        ...falseFates.map((what) => ["branch", what] as const),
        ...[...scenes.wrong, ...untouched.wrong].map((what) => ["branch", what] as const),
        ...falseFacts.map((what) => ["trap", what] as const),
      ],
      checks: [
        check("branches in a false state", falseFates.length, "at most", 0, ""),
        ...[["short", scenes] as const, ["untouched", untouched] as const].map(([which, { wrong, count }]) =>
          check(`branches of ${which} scenes in a false state, of ${count}`, wrong.length, "at most", 0, ""),
        ),
      ],
    },
  ];
}

function byGroup(rows: readonly Row[]): Table {
  const groups = (["software", "other"] as const).flatMap((field) =>
    PARTS.map(([part, set, heldOut]) => {
      const belongs = ({ session }: Row) =>
        (session.field === "software") === (field === "software") &&
        session.set === set &&
        session.heldOut === heldOut;
      return [`${field === "software" ? field : "other fields"}, ${part}`, belongs] as const;
    }),
  );
  const checks: Check[] = [];
  const lines = groups.map(([name, belongs]) => {
    const own = rows.filter(belongs);
    const [at600, at1500] = [share(own, 0, "any"), share(own, 1, "any")];
    const isSoftware = name.startsWith("software");
    checks.push(check(`${name}, 600 tokens`, at600, "at least", isSoftware ? 85 : 70, " %"));
    checks.push(check(`${name}, 1,500 tokens`, at1500, "at least", isSoftware ? 92 : 80, " %"));
    const ownSection = share(own, 0, "own");
    return [
      name,
      own.length,
      share(own, 0, "last"),
      at600,
      ownSection,
      share(own, 1, "last"),
      at1500,
      share(own, 1, "own"),
    ];
  });
  return {
    title: "Facts in a brief",
    note: "share of planted facts in %; last: the newest thoughts that fit into the same number of tokens",
    columns: [
      "sessions",
      "facts",
      "last 600",
      "600",
      "in its section",
      "last 1500",
      "1500",
      "in its section",
    ],
    rows: lines,
    checks,
  };
}

function byKindAndWording(rows: readonly Row[]): Table {
  const names = [
    ...new Set(rows.map(({ fact }) => fact.kind)),
    ...new Set(rows.map(({ fact }) => fact.wording)),
  ];
  return {
    title: "Facts by kind and wording",
    note: "share of planted facts in % at 600 tokens",
    columns: [
      "kind or wording",
      "tuned",
      "600",
      "in its section",
      "held out",
      "600",
      "in its section",
      "last",
    ],
    rows: names.map((name) => {
      const own = rows.filter(({ fact }) => fact.kind === name || fact.wording === name);
      const [tuned, held] = [
        own.filter(({ session }) => !session.heldOut),
        own.filter(({ session }) => session.heldOut),
      ];
      const cells = [tuned, held].flatMap((part) => [
        part.length,
        share(part, 0, "any"),
        share(part, 0, "own"),
      ]);
      return [name, ...cells, share(own, 0, "last")];
    }),
    checks: [],
  };
}

function show({ name, thoughts }: DevSession, made: Brief, rows: readonly Row[]): void {
  console.log(made.brief, made.tokens);
  for (const { fact, found, session } of rows)
    if (session.name === name && !found[0]!.own)
      console.log(
        found[0]!.any ? "section" : made.lines.some(({ seq }) => seq === fact.seq) ? "CUT" : "NO LINE",
        fact.kind,
        fact.wording,
        fact.keys,
      );
  console.log(thoughts.length, "thoughts");
}

function share(rows: readonly Row[], budget: number, way: "any" | "own" | "last"): number {
  return Math.round((100 * rows.filter(({ found }) => found[budget]![way]).length) / rows.length);
}

function lastThoughts(thoughts: readonly Thought[], most: number): string {
  let text = "";
  for (const { content } of thoughts.toReversed()) {
    if (estimateTokens(`${content}\n${text}`) > most) break;
    text = `${content}\n${text}`;
  }
  return text;
}

function check(name: string, value: number, sense: Check["sense"], target: number, unit: string): Check {
  return { name, value, sense, target, unit };
}

async function* each(thoughts: readonly Thought[]): AsyncGenerator<Thought> {
  yield* thoughts;
}
