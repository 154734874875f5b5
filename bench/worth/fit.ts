import { writeFileSync } from "node:fs";
import { fitAll, tableOf } from "./fit-all.ts";

/** Fits the weights of the brief on the tuned sessions and the examples, and writes them into the sources. */
const folder = new URL("../../src/ledger/", import.meta.url);
const { facts, words, fates } = await fitAll(({ heldOut }) => !heldOut);

write(
  "facts/fact-weights.ts",
  "FACT_WEIGHTS",
  "How much each property of a passage speaks for a fact, then for each kind of fact, in the order of `FactKind`.",
  facts,
);
write(
  "brief/word-weights.ts",
  "WORD_WEIGHTS",
  "How much each property of a word speaks for its part in a fact.",
  words,
);
write(
  "facts/fate-weights.ts",
  "FATE_WEIGHTS",
  "How much each property of a branch speaks for its fate: won, dropped, open.",
  fates,
);

function write(
  path: string,
  name: string,
  about: string,
  columns: readonly Readonly<Record<string, number>>[],
): void {
  const note =
    "Fitted by `npm run bench:fit` on the tuned sessions and the examples of `bench/worth`; do not edit.";
  writeFileSync(
    new URL(path, folder),
    `/**\n * ${about}\n * ${note}\n */\nexport const ${name} = \`\n${tableOf(columns)}\n\`;\n`,
  );
}
