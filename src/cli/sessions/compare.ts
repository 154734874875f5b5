import type { Fact } from "../../ledger/index.ts";
import type { SessionComparison } from "../../sessions/index.ts";
import { CommandFailure } from "../command.ts";
import { line } from "../table.ts";
import type { DefineSessionCommand } from "./define.ts";
import { CLI_ACTOR } from "./edit.ts";

/** `clew sessions compare|merge`. */
export const defineComparisons: DefineSessionCommand = (define, { out, json }) => {
  define(
    "compare <id> <other>",
    "what two sessions decided, dropped and left open, in common and apart",
    async (ledger, flags, [a, b]) => {
      const compared = await ledger.compare(a!, b!);
      if (flags.json) return json(compared);
      out(report(compared));
    },
  ).option("--json", "for scripts");

  define(
    "merge <id> <other>",
    "open a new session that cites two others and states what both found",
    async (ledger, flags, [a, b]) => {
      if (flags.title === undefined)
        throw new CommandFailure('give the new session a name, with --title "…"', 2);
      const session = await ledger.merge([a!, b!], { title: flags.title, by: CLI_ACTOR });
      if (flags.json) return json(session);
      out(`Merged into ${line(session.id)}: ${line(session.title, 80)}\n`);
    },
  )
    .option("--title <title>", "title of the new session")
    .option("--json", "for scripts");
};

function report({ a, b, conflicts, ...kinds }: SessionComparison): string {
  const cited = (fact: Fact, id: string) => `  ${line(fact.text, 200)} (${line(id)}#${fact.seq})\n`;
  const parts = (
    [
      ["Decisions", kinds.decisions],
      ["Dead ends", kinds.deadEnds],
      ["Open questions", kinds.open],
    ] as const
  ).flatMap(([name, { common, onlyA, onlyB }]) => [
    listOf(
      `${name} in common`,
      common.map((pair) => `  ${line(pair.a.text, 200)} (#${pair.a.seq}, #${pair.b.seq})\n`),
    ),
    listOf(
      `${name} only in ${line(a.id)}`,
      onlyA.map((fact) => cited(fact, a.id)),
    ),
    listOf(
      `${name} only in ${line(b.id)}`,
      onlyB.map((fact) => cited(fact, b.id)),
    ),
  ]);
  const disputed = conflicts.map(
    (pair) => `${cited(pair.a, a.id)}    but ${cited(pair.b, b.id).trimStart()}`,
  );
  const text = [listOf("In conflict", disputed), ...parts].filter((part) => part !== "").join("\n");
  return text || "Neither session states a decision, a dead end or an open question.\n";
}

const listOf = (name: string, lines: readonly string[]): string =>
  lines.length === 0 ? "" : `${name}\n${lines.join("")}`;
