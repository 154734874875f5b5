import { writeFileSync } from "node:fs";
import { fitFact, fitKinds, passages } from "./fit-facts.ts";
import { fitWords, words } from "./fit-words.ts";

/** Fits the weights of the brief on the tuned sessions and the examples, and writes them into the sources. */
const folder = new URL("../../src/ledger/", import.meta.url);

const tuned = await passages();
const kinds = fitKinds(tuned);
write(
  "facts/fact-weights.ts",
  "FACT_WEIGHTS",
  "How much each property of a passage speaks for a fact, then for each kind of fact, in the order of `FactKind`.",
  [
    fitFact(tuned),
    ...["decision", "dead_end", "open", "answered", "next", "outcome"].map((kind) => kinds[kind]!),
  ],
);
write(
  "brief/word-weights.ts",
  "WORD_WEIGHTS",
  "How much each property of a word speaks for its part in a fact.",
  [fitWords(await words(({ heldOut }) => !heldOut))],
);

/** One line for each property: its weights, rounded, then its name. Properties that hardly matter are left out. */
function write(
  path: string,
  name: string,
  about: string,
  columns: readonly Readonly<Record<string, number>>[],
): void {
  const names = [...new Set(columns.flatMap((weights) => Object.keys(weights)))].toSorted();
  const lines = names
    .map((property) => ({ property, values: columns.map((weights) => (weights[property] ?? 0).toFixed(2)) }))
    .filter(({ values }) => values.some((value) => Math.abs(Number(value)) >= 0.05))
    .map(({ property, values }) => `${values.map((value) => value.padStart(5)).join(" ")} ${property}`);
  const note =
    "Fitted by `npm run bench:fit` on the tuned sessions and the examples of `bench/worth`; do not edit.";
  writeFileSync(
    new URL(path, folder),
    `/**\n * ${about}\n * ${note}\n */\nexport const ${name} = \`\n${lines.join("\n")}\n\`;\n`,
  );
}
