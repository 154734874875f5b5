import { writeFileSync } from "node:fs";
import { fitFact, fitKinds, passages } from "./fit-facts.ts";
import { fitWords, words } from "./fit-words.ts";

/** Fits the weights of the brief on the tuned sessions and the examples, and writes them to the sources. */
const folder = new URL("../../src/ledger/", import.meta.url);
const NOTE =
  "Fitted by `node bench/worth/fit.ts` on the tuned sessions of `bench/worth` and its examples; do not edit.";

const tuned = await passages();
write("facts/fact-weights.ts", [
  ["FACT_WEIGHTS", "How much each property of a passage speaks for a fact.", fitFact(tuned)],
  ["KIND_WEIGHTS", "How much each property speaks for each kind of fact.", fitKinds(tuned)],
]);
const cases = await words(({ heldOut }) => !heldOut);
write("brief/word-weights.ts", [
  ["WORD_WEIGHTS", "How much each property of a word speaks for its part in a fact.", fitWords(cases)],
]);

type Weights = Record<string, number>;

function write(
  path: string,
  tables: readonly (readonly [string, string, Weights | Record<string, Weights>])[],
): void {
  const body = tables.map(([name, about, weights]) => {
    const isNested = Object.values(weights).some((one) => typeof one === "object");
    const type = isNested
      ? "Readonly<Record<string, Readonly<Record<string, number>>>>"
      : "Readonly<Record<string, number>>";
    return `/** ${about} ${NOTE} */\nexport const ${name}: ${type} = ${text(weights)};\n`;
  });
  writeFileSync(new URL(path, folder), body.join("\n"));
}

/** Weights rounded to two digits; those near zero are left out. */
function text(weights: Weights | Record<string, Weights>): string {
  const rounded = (own: Weights): Weights =>
    Object.fromEntries(
      Object.entries(own)
        .map(([name, weight]) => [name, Math.round(weight * 100) / 100] as const)
        .filter(([, weight]) => Math.abs(weight) >= 0.02),
    );
  const all = Object.entries(weights).map(
    ([name, own]) => [name, typeof own === "object" ? rounded(own) : own] as const,
  );
  const isFlat = all.every(([, own]) => typeof own === "number");
  return JSON.stringify(isFlat ? rounded(weights as Weights) : Object.fromEntries(all), undefined, 2);
}
