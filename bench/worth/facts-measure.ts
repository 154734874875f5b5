import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { brief, type Thought } from "../../src/ledger/index.ts";
import { devSessions, sessionsIn } from "./dev-set.ts";
import { findFact, sprungTraps, wrongFates } from "./score.ts";

/** Prints what the briefs of a folder of sessions have, by session, kind and wording. `--list` prints each miss. */
const { values, positionals } = parseArgs({ options: { list: { type: "boolean" } }, allowPositionals: true });
const sessions = positionals[0] ? sessionsIn(pathToFileURL(`${positionals[0]}/`), "outside") : devSessions();

interface Tally {
  count: number;
  readonly found: [small: number, own: number, large: number];
}
const tallies = new Map<string, Tally>();
const faults: string[] = [];

for (const one of sessions) {
  const [small, large] = await Promise.all(
    [600, 1500].map((most) => brief(one.session, each(one.thoughts), most)),
  );
  for (const fact of one.facts) {
    const [a, b] = [findFact(small!, fact), findFact(large!, fact)];
    const field = one.field === "software" ? "software" : "other fields";
    for (const name of ["all", field, one.name, `kind ${fact.kind}`, `wording ${fact.wording}`])
      count(name, [a.any, a.own, b.any]);
    if (values.list === true && !a.any)
      faults.push(
        `missed ${one.name} ${fact.seq} ${fact.kind}: ${fact.keys.join(" | ")}\n    ${
          small!.lines.find(({ seq }) => seq === fact.seq)?.text ?? "no line"
        }\n    ${one.thoughts[fact.seq - 1]!.content.slice(0, 300)}`,
      );
  }
  faults.push(...wrongFates(one, small!).map((what) => `branch ${what}`));
  faults.push(...sprungTraps(one, large!).map((what) => `trap at 1,500 ${what}`));
  for (const [budget, made] of [
    [600, small!],
    [1500, large!],
  ] as const) {
    const sprung = sprungTraps(one, made).length;
    for (let index = 0; index < one.traps.length; index++) {
      const is = index < sprung;
      count(`traps shown at ${budget}`, [is, is, is]);
    }
  }
  const wrong = wrongFates(one, small!).length;
  for (let index = 0; index < one.fates.size; index++) {
    const is = index < wrong;
    count("branches in a false state", [is, is, is]);
  }
}

console.log(faults.join("\n"));
console.log("                              count   600  in its section  1500");
for (const [name, { count: total, found }] of [...tallies].toSorted(([a], [b]) => a.localeCompare(b)))
  console.log(
    name.padEnd(30),
    String(total).padStart(4),
    ...found.map((share, index) => `${Math.round((100 * share) / total)}`.padStart(index === 1 ? 15 : 5)),
  );

function count(name: string, is: readonly [boolean, boolean, boolean]): void {
  const tally = tallies.get(name) ?? { count: 0, found: [0, 0, 0] };
  tally.count++;
  for (const [index, one] of is.entries()) if (one) tally.found[index]!++;
  tallies.set(name, tally);
}

async function* each(thoughts: readonly Thought[]): AsyncGenerator<Thought> {
  yield* thoughts;
}
