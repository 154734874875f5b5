import { median, percentile } from "../measure.ts";
import type { Cell, Check, Table } from "../report.ts";
import type { Scale } from "../scale.ts";
import type { Workspace } from "../workspace.ts";
import type { BenchServer } from "./bench-server.ts";
import { type Contender, connections, startPrograms, startServers } from "./contenders.ts";
import { type Gauge, openGauge } from "./gauge.ts";
import type { Written } from "./program.ts";

const target = 0.8;
const processes = [1, 2, 4] as const;
const clients = 16;
const names = ["floor", "store", "serve"] as const;
type Name = (typeof names)[number];

/** Measures thoughts per second on one database with 1, 2 and 4 processes, compared with the bare insert. */
export async function measureThroughput(
  workspace: Workspace,
  server: BenchServer,
  scale: Scale,
): Promise<Table> {
  const results: Result[] = [];
  for (const count of processes) results.push(...(await measureCount(workspace, server, count, scale)));
  return {
    title: "Appends on PostgreSQL",
    note:
      `Thoughts of 500 characters by 1, 2 and 4 processes on one server with fsync, ${clients} clients a process, each with its ` +
      `own session, over ${connections} connections; ${scale.writeRounds} rounds of ${scale.writeMs / 1_000} s, in turn, each ` +
      "in its own database. floor: the insert by `pg` alone, with precomputed words, into the same table with the same " +
      "indexes. store: our store without HTTP. serve: `clew serve`, with its clients in the benchmark's process. Rates and " +
      "ratios are those of the median round; CPU time is in µs per thought: of the writing processes, and of PostgreSQL.",
    columns: [
      "processes",
      "who",
      "thoughts/s",
      "/ floor",
      "p50 ms",
      "p99 ms",
      "own CPU µs",
      "database CPU µs",
      "WAL bytes",
    ],
    rows: results.map(row),
    checks: results.filter(({ name }) => name === "store").map(check),
  };
}

interface Round extends Written {
  readonly databaseUs: number;
  readonly walBytes: number;
}

interface Result {
  readonly name: Name;
  readonly count: number;
  readonly rounds: readonly Round[];
  /** The rate relative to the floor, for each round. */
  readonly ratios: readonly number[];
}

async function measureCount(
  workspace: Workspace,
  server: BenchServer,
  count: number,
  scale: Scale,
): Promise<readonly Result[]> {
  const urls = {
    floor: await server.newLedger(),
    store: await server.newLedger(),
    serve: await server.newLedger(),
  };
  const contenders: Readonly<Record<Name, Contender>> = {
    floor: await startPrograms(workspace, "floor", urls.floor, count),
    store: await startPrograms(workspace, "store", urls.store, count),
    serve: await startServers(workspace, urls.serve, count),
  };
  const gauge = await openGauge(server.url);
  for (const name of names) await contenders[name].write({ clients, ms: 0, enough: scale.writeWarmUp });
  const rounds: Record<Name, Round[]> = { floor: [], store: [], serve: [] };
  for (let round = 0; round < scale.writeRounds; round += 1)
    for (const name of round % 2 === 0 ? names : names.toReversed())
      rounds[name].push(await measureRound(contenders[name], gauge, scale.writeMs));
  await gauge.close();
  for (const name of names) await contenders[name].close();
  return names.map((name) => ({
    name,
    count,
    rounds: rounds[name],
    ratios: rounds[name].map((round, index) => rateOf(round) / rateOf(rounds.floor[index]!)),
  }));
}

async function measureRound(contender: Contender, gauge: Gauge, ms: number): Promise<Round> {
  const before = await gauge.read();
  const written = await contender.write({ clients, ms });
  const after = await gauge.read();
  return {
    ...written,
    databaseUs: after.processorUs - before.processorUs,
    walBytes: after.walBytes - before.walBytes,
  };
}

const rateOf = ({ done, ms }: Written): number => (done / ms) * 1_000;

function row({ name, count, rounds, ratios }: Result): readonly Cell[] {
  const done = sum(rounds.map((round) => round.done));
  const samples = rounds.flatMap((round) => round.samples);
  return [
    `${count}`,
    name,
    median(rounds.map(rateOf)),
    median(ratios),
    median(samples),
    percentile(samples, 0.99),
    sum(rounds.map((round) => round.processorUs)) / done,
    sum(rounds.map((round) => round.databaseUs)) / done,
    sum(rounds.map((round) => round.walBytes)) / done,
  ];
}

function check({ count, ratios }: Result): Check {
  const name = `PostgreSQL, ${count} ${count === 1 ? "process" : "processes"}: rate, store / floor`;
  return { name, value: median(ratios), sense: "at least", target, unit: "x" };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
