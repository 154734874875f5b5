import { writeFileSync } from "node:fs";
import { citationFeatures, citationsOf } from "../../src/ledger/lint/citations.ts";
import { createContext } from "../../src/ledger/lint/context.ts";
import { suspectsOf } from "../../src/ledger/lint/number-pairs.ts";
import { type LintWeights, scoreOf } from "../../src/ledger/lint/weights.ts";
import type { Thought } from "../../src/ledger/thought.ts";
import { type DevSession, devSessions } from "./dev-set.ts";
import { thoughtsWith } from "./lint-measure.ts";
import { type Insertion, isFitted, type LintSession, lintSessions } from "./lint-sessions.ts";
import { type Case, fitLogistic } from "./logistic.ts";
import { contradictionsIn } from "./natural-numbers.ts";

type Features = ReadonlyMap<string, number>;

/** A thought, or a number of one, with the candidates that the rule chooses from. */
interface Group {
  readonly author: string;
  readonly where: string;
  readonly is: boolean;
  readonly weight: number;
  readonly candidates: readonly Features[];
}

/** How a model is fitted, and from which score on the rule reports. */
interface Model {
  readonly groups: readonly Group[];
  readonly ridge: number;
  readonly certain: number;
  /** How many candidates of a group without a fault are cases, the likeliest. */
  readonly most: number;
}

const ROUNDS = 5;
/** A fault counts more: there are few. Those of the first author say plainly what they contradict. */
const FAULT = 3;
const PLAIN_FAULT = 6;

/** Natural sessions are cross-validated in groups. */
const authorOfNatural = ({ name }: DevSession): string => `natural ${(name.charCodeAt(0) + name.length) % 4}`;

/** Fits the weights of CL003 and CL008 on the sessions with faults. `--check` only cross-validates them by author. */
const models = { citation: await citations(), number: await numbers() };
for (const [name, model] of Object.entries(models)) {
  crossValidate(name, model);
  if (!process.argv.includes("--check")) write(name, weightsFor(model, model.groups));
}

/** Weights that make the best candidate of each fault likelier than those without one; which is best is not known before. */
function weightsFor({ ridge, most }: Model, groups: readonly Group[]): LintWeights {
  let weights: LintWeights = { shared: 1, near: 1, "digits swapped": 2, "same unit": 1, "beside same": 1 };
  for (let round = 0; round < ROUNDS; round++) {
    const known = weights;
    const cases = groups.flatMap(({ candidates, is, weight }): readonly Case[] =>
      candidates
        .toSorted((a, b) => scoreOf(known, b) - scoreOf(known, a))
        .slice(0, is ? 1 : most)
        .map((features) => ({ features, is, weight })),
    );
    weights = fitLogistic(cases, ridge);
  }
  return weights;
}

function crossValidate(name: string, model: Model): void {
  for (const author of new Set(model.groups.filter(({ is }) => is).map((one) => one.author))) {
    const weights = weightsFor(
      model,
      model.groups.filter((one) => one.author !== author),
    );
    const own = model.groups.filter((one) => one.author === author);
    const reported = own.filter(
      ({ candidates }) => Math.max(...candidates.map((one) => scoreOf(weights, one))) > model.certain,
    );
    const places = (groups: readonly Group[]) => new Set(groups.map(({ where }) => where)).size;
    const right = places(reported.filter(({ is }) => is));
    const wrong = places(reported.filter(({ is }) => !is));
    console.log(`${name}, ${author}: ${right} of ${places(own.filter(({ is }) => is))}, ${wrong} wrong`);
  }
}

/** Citations of revised thoughts and of branches: those in faults rely on what they cite, those in traps do not. */
async function citations(): Promise<Model> {
  const groups: Group[] = [];
  for (const { session, insertion, thoughts, own } of inserted())
    if (insertion?.rule === "CL003") {
      const context = await contextOf(thoughts);
      for (const thought of thoughts.filter((one) => own.has(one) && !one.isRevision))
        for (const citation of citationsOf(context, thought)) {
          const cited = context.named(citation.number, thought);
          if (!cited || (!context.revisions.has(cited.id) && cited.branchId === undefined)) continue;
          groups.push({
            author: authorOf(session),
            where: `${session.name} ${thought.content}`,
            is: insertion.kind === "fault",
            weight: 1,
            candidates: [citationFeatures(context, citation, cited)],
          });
        }
    }
  return { groups, ridge: 4, certain: 0, most: 1 };
}

/** Numbers with earlier ones that they may contradict. */
async function numbers(): Promise<Model> {
  const groups: Group[] = [];
  for (const { session, insertion, thoughts, own } of inserted()) {
    const isFault = insertion?.kind === "fault" && insertion.rule === "CL008";
    for (const suspects of suspectsOf(await contextOf(thoughts))) {
      const pairs = insertion
        ? suspects.filter(({ pair }) =>
            [pair.earlier, pair.later].some(({ sentence }) => own.has(sentence.thought)),
          )
        : suspects;
      if (pairs.length === 0) continue;
      const { thought } = pairs[0]!.pair.later.sentence;
      const is = isFault && own.has(thought);
      groups.push({
        author: authorOf(session),
        where: `${session.name} ${insertion?.rule} ${thought.content}`,
        is,
        weight: is ? (authorOf(session) === "first author" ? PLAIN_FAULT : FAULT) : 1,
        candidates: pairs.map(({ features }) => features),
      });
    }
  }
  // Only one of the numbers of a fault is wrong; the others are no cases.
  const faults = Map.groupBy(groups, ({ where, is }) => (is ? where : ""));
  const joined = [...faults].flatMap(([where, all]) =>
    where === "" ? all : [{ ...all[0]!, candidates: all.flatMap(({ candidates }) => candidates) }],
  );
  for (const session of devSessions().filter(({ heldOut }) => !heldOut)) {
    const author = authorOfNatural(session);
    for (const pairs of suspectsOf(await contextOf(session.thoughts)))
      if (pairs.length > 0) {
        const where = `${session.name} ${pairs[0]!.pair.later.sentence.thought.content}`;
        joined.push({
          author,
          where,
          is: false,
          weight: 1,
          candidates: pairs.map(({ features }) => features),
        });
      }
    for (const { thoughts, added, earlier } of contradictionsIn(session)) {
      const candidates = [...suspectsOf(await contextOf(thoughts))]
        .flat()
        .filter(
          ({ pair }) =>
            pair.later.sentence.thought === added && pair.earlier.sentence.thought.seq === earlier,
        )
        .map(({ features }) => features);
      joined.push({
        author,
        where: `${session.name} ${added.content}`,
        is: true,
        weight: FAULT,
        candidates,
      });
    }
  }
  return { groups: joined, ridge: 10, certain: 1.25, most: 3 };
}

/** Every session as it is, and with each insertion that does not cut it off. */
function* inserted() {
  for (const session of lintSessions().filter(isFitted))
    for (const insertion of [undefined, ...session.insertions.filter(({ ends }) => !ends)]) {
      const { steps, thoughts } = thoughtsWith(session, insertion);
      const added = new Set<Insertion["steps"][number]>(insertion?.steps);
      const own = new Set(thoughts.filter(({ seq }) => added.has(steps[seq - 1]!)));
      yield { session, insertion, thoughts, own };
    }
}

function contextOf(thoughts: readonly Thought[]) {
  const session = { id: "fit", title: "", status: "completed" } as const;
  const facts = { decisions: [], deadEnds: [], open: [], answered: [], next: [], outcome: [], branches: [] };
  return createContext({ session, thoughts, facts }, async () => ({
    dropped: new Map(),
    decided: new Set(),
  }));
}

/** "second author, tuning" is by the second author; the first one wrote the halves without a name. */
function authorOf({ half }: LintSession): string {
  return /^\w+ author/.exec(half)?.[0] ?? "first author";
}

function write(name: string, weights: LintWeights): void {
  const lines = Object.entries(weights).map(([key, value]) => {
    const property = /^\w+$/.test(key) ? key : JSON.stringify(key);
    return `  ${property}: ${Number(value.toFixed(2))},`;
  });
  writeFileSync(
    new URL(`../../src/ledger/lint/${name}-weights.ts`, import.meta.url),
    `import type { LintWeights } from "./weights.ts";\n\n/** Fitted by \`bench/worth/fit-lint-pairs.ts\` on the sessions with faults; do not edit. */\nexport const ${name.toUpperCase()}_WEIGHTS: LintWeights = {\n${lines.join("\n")}\n};\n`,
  );
}
