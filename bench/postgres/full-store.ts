import type { Store } from "../../src/store/port.ts";
import { median, percentile } from "../measure.ts";
import type { Cell, Check, Table } from "../report.ts";
import type { Scale } from "../scale.ts";
import { thoughtText } from "../thoughts.ts";
import type { BenchServer } from "./bench-server.ts";
import { type Filled, fillDatabase } from "./fill.ts";
import { lookUp, lookups } from "./lookups.ts";

const appendTarget = 1.3;
const lookupTarget = 100;
const gigabyte = 1_000_000_000;
/** The first appends open the session and the connections. */
const warmUp = 50;

/** Loads a store of many thoughts and measures appends and typical queries on it. */
export async function measureFullStore(
  server: BenchServer,
  scale: Scale,
): Promise<{ readonly table: Table; readonly url: string }> {
  const { loadedThoughts } = scale;
  const urls = { empty: await server.newLedger(), full: await server.newLedger() };
  const filled = await server.whileLoading(() => fillDatabase(urls.full, loadedThoughts));
  const { openStore } = await import("../../src/store/open.ts");
  const stores = {
    empty: await openStore({ databaseUrl: urls.empty }),
    full: await openStore({ databaseUrl: urls.full }),
  };
  const appends = await measureAppends(stores, scale);
  const queries = lookups(loadedThoughts);
  const answers: number[][] = [];
  for (const query of queries) answers.push(await lookUp(stores.full, query, scale.lookups));
  await stores.empty.close();
  await stores.full.close();
  const ratio = median(appends.full) / median(appends.empty);
  const times = (name: string, samples: readonly number[]): readonly Cell[] => [
    name,
    median(samples),
    percentile(samples, 0.95),
    percentile(samples, 0.99),
  ];
  return {
    url: urls.full,
    table: {
      title: "A full PostgreSQL store",
      note: `${describe(filled, loadedThoughts)} Appends of 500 characters one at a time, alternating between the stores.`,
      columns: ["what", "p50 ms", "p95 ms", "p99 ms"],
      rows: [
        times("append, empty store", appends.empty),
        times("append, full store", appends.full),
        ...queries.map(({ name }, index) => times(name, answers[index]!)),
      ],
      checks: [
        {
          name: "PostgreSQL: append p50, full / empty store",
          value: ratio,
          sense: "at most",
          target: appendTarget,
          unit: "x",
        },
        ...queries.map(
          ({ name }, index): Check => ({
            name: `PostgreSQL: ${name}`,
            value: median(answers[index]!),
            sense: "at most",
            target: lookupTarget,
            unit: " ms",
          }),
        ),
      ],
    },
  };
}

function describe(
  { copySeconds, indexSeconds, restSeconds, tableBytes, indexBytes }: Filled,
  thoughts: number,
) {
  const built = Object.entries(indexSeconds).map(([name, seconds]) => `${name} ${seconds.toFixed(0)} s`);
  return (
    `${thoughts.toLocaleString("en-US")} thoughts of 300 characters in sessions of 1,000 and of 100, loaded by COPY in ` +
    `${copySeconds.toFixed(0)} s, then their indexes (${built.join(", ")}), sessions and statistics (${restSeconds.toFixed(0)} s): ` +
    `${(tableBytes / gigabyte).toFixed(1)} GB and ${(indexBytes / gigabyte).toFixed(1)} GB of indexes, ` +
    `${Math.round((tableBytes + indexBytes) / thoughts).toLocaleString("en-US")} bytes per thought.`
  );
}

interface Stores {
  readonly empty: Store;
  readonly full: Store;
}

async function measureAppends(stores: Stores, { appendRounds, appendsPerRound }: Scale) {
  const samples = { empty: [] as number[], full: [] as number[] };
  const names = ["empty", "full"] as const;
  for (let number = 1; number <= warmUp + appendRounds * appendsPerRound; number += 1)
    for (const name of number % 2 === 0 ? names : names.toReversed()) {
      const start = performance.now();
      await append(stores[name], number);
      if (number > warmUp) samples[name].push(performance.now() - start);
    }
  return samples;
}

function append(store: Store, number: number) {
  return store.append({
    target: { sessionId: "new-case", create: () => ({ id: "new-case", title: "A new case", mode: "chain" }) },
    content: thoughtText(number),
    number,
    total: number + 1,
    nextThoughtNeeded: true,
    mode: "chain",
    source: "thoughtbox",
  });
}
