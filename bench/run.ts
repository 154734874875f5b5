import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { measureAppend } from "./append.ts";
import { measureFactory } from "./factory.ts";
import { measureGrowth } from "./growth.ts";
import { measureHost } from "./host.ts";
import { measureHttp } from "./http.ts";
import { measureImport } from "./import.ts";
import { measureLoad } from "./load.ts";
import { synchronisedWrite } from "./measure.ts";
import { measureNotebook } from "./notebook.ts";
import { measureNotes } from "./notes.ts";
import { measureObserved } from "./observed.ts";
import { measurePage } from "./page.ts";
import { measurePostgres } from "./postgres.ts";
import { measureReasoning } from "./reasoning.ts";
import { renderSummary, renderTable, type Table, withVerdicts } from "./report.ts";
import { full, quick, type Scale } from "./scale.ts";
import { measureSearch } from "./search.ts";
import { isClewBuilt } from "./servers.ts";
import { measureSize } from "./size.ts";
import { measureStart } from "./start.ts";
import { measureStore } from "./store.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";
import { measureWorth } from "./worth.ts";

const longestRun = 30 * 60_000;

type Measure = (workspace: Workspace, scale: Scale) => Promise<Table | readonly Table[]>;

const benchmarks: Readonly<Record<string, Measure>> = {
  append: measureAppend,
  growth: measureGrowth,
  start: measureStart,
  http: measureHttp,
  factory: measureFactory,
  store: measureStore,
  search: measureSearch,
  size: measureSize,
  notebook: measureNotebook,
  reasoning: measureReasoning,
  host: measureHost,
  observed: measureObserved,
  notes: measureNotes,
  import: measureImport,
  load: measureLoad,
  postgres: measurePostgres,
  page: measurePage,
  worth: measureWorth,
};

/** Benchmarks that need our own command. */
const oursOnly: readonly string[] = ["growth", "store", "import", "reasoning", "load", "postgres", "page"];

/** Benchmarks that take too long or too much disk, or measure no time, and run only when asked for. */
const whenNamed: readonly string[] = ["search", "postgres", "page", "worth"];

if (import.meta.main) await run(process.argv.slice(2));

/** Runs the chosen benchmarks one after the other and prints the results. */
export async function run(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { quick: { type: "boolean" }, save: { type: "boolean" }, dir: { type: "string" } },
    allowPositionals: true,
  });
  const chosen = choose(positionals);
  const scale = values.quick ? quick : full;
  const workspace = openWorkspace(values.dir);
  process.once("exit", () => workspace.close());
  setTimeout(giveUp, longestRun).unref();
  process.once("SIGINT", () => process.exit(130));
  process.once("SIGTERM", () => process.exit(143));

  const machine = `${cpus().length} x ${cpus()[0]?.model ?? "unknown processor"}, Node ${process.versions.node}`;
  const diskBefore = synchronisedWrite(workspace.root);
  console.log(`# Bench${values.quick ? " (quick)" : ""}\n${machine}\n`);
  const tables: Table[] = [];
  for (const measure of chosen) {
    const taken = [await measure(workspace, scale)].flat();
    tables.push(...taken);
    for (const table of taken) console.log(renderTable(table));
  }
  const disk = [diskBefore, synchronisedWrite(workspace.root)] as const;
  console.log(`${renderSummary(tables)}\n\n${describeDisk(disk)}`);
  if (values.save)
    save({ takenAt: new Date().toISOString(), machine, disk, scale, tables: tables.map(withVerdicts) });
}

function choose(names: readonly string[]): readonly Measure[] {
  const unknown = names.find((name) => !(name in benchmarks));
  if (unknown !== undefined)
    throw new Error(`no benchmark "${unknown}"; there are ${Object.keys(benchmarks).join(", ")}`);
  const built = isClewBuilt();
  if (!built) console.error("clew is not built: only its peers are measured. Run `npm run build` first.");
  return Object.entries(benchmarks)
    .filter(([name]) => (names.length === 0 ? !whenNamed.includes(name) : names.includes(name)))
    .filter(([name]) => built || !oursOnly.includes(name))
    .map(([, measure]) => measure);
}

function giveUp(): never {
  console.error(`the bench has not ended after ${longestRun / 60_000} minutes: a server hangs`);
  process.exit(1);
}

/** A disk that another program keeps busy, or no disk at all, makes every ratio to floor 2 meaningless. */
function describeDisk([before, after]: readonly [number, number]): string {
  const line = `One synchronised 4 kB write took ${before.toFixed(0)} µs before the run and ${after.toFixed(0)} µs after it.`;
  if (Math.max(before, after) > 2 * Math.min(before, after))
    return `${line} The disk was not quiet: run again.`;
  return Math.max(before, after) < 20
    ? `${line} That is memory, not a disk: choose another with --dir.`
    : line;
}

function save(results: object): void {
  const short = (_key: string, value: unknown): unknown => {
    return typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
  };
  writeFileSync(new URL("results.json", import.meta.url), `${JSON.stringify(results, short, 2)}\n`);
}
