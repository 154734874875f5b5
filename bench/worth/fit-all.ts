import { FactKind } from "../../src/ledger/facts/fact.ts";
import { readWeights } from "../../src/ledger/facts/read-weights.ts";
import { type DevSession, devSessions } from "./dev-set.ts";
import { fitFact, fitKinds, type Passage, passages } from "./fit-facts.ts";
import { branchCases, fitFates } from "./fit-fates.ts";
import { fitWords, type WordCase, words } from "./fit-words.ts";

type Column = Readonly<Record<string, number>>;

/** All that is fitted, each as the columns of its table. */
export interface Fitted {
  readonly facts: readonly Column[];
  readonly words: readonly Column[];
  readonly fates: readonly Column[];
}

let all: { readonly passages: readonly Passage[]; readonly words: readonly WordCase[] } | undefined;

/** Fits all weights on some sessions, and on the examples and scenes. */
export async function fitAll(which: (session: DevSession) => boolean): Promise<Fitted> {
  all ??= { passages: await passages(() => true), words: await words(() => true) };
  const own = new Set(
    devSessions()
      .filter(which)
      .map(({ name }) => name),
  );
  const tuned = all.passages.filter(({ session, set }) => set === "examples" || own.has(session));
  const kinds = fitKinds(tuned);
  const facts = [fitFact(tuned), ...FactKind.options.map((kind) => kinds[kind]!)];
  return {
    facts,
    words: [fitWords(all.words.filter(({ session }) => own.has(session)))],
    fates: fitFates(await branchCases(({ name }) => own.has(name), readWeights(tableOf(facts)))),
  };
}

/** A table of weights, as the program reads it: one line for each property. Those that hardly matter are left out. */
export function tableOf(columns: readonly Column[]): string {
  const names = [...new Set(columns.flatMap((weights) => Object.keys(weights)))].toSorted();
  return names
    .map((property) => ({ property, values: columns.map((weights) => (weights[property] ?? 0).toFixed(2)) }))
    .filter(({ values }) => values.some((value) => Math.abs(Number(value)) >= 0.05))
    .map(({ property, values }) => `${values.map((value) => value.padStart(5)).join(" ")} ${property}`)
    .join("\n");
}
