import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { measureAppend } from "./append.ts";
import { measureFactory } from "./factory.ts";
import { measureGrowth } from "./growth.ts";
import { measureHttp } from "./http.ts";
import { renderSummary, renderTable, type Table } from "./report.ts";
import { full, quick, type Scale } from "./scale.ts";
import { isClewBuilt } from "./servers.ts";
import { measureSize } from "./size.ts";
import { measureStart } from "./start.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

type Figure = (workspace: Workspace, scale: Scale) => Promise<Table>;

const figures: Readonly<Record<string, Figure>> = {
  append: measureAppend,
  growth: measureGrowth,
  start: measureStart,
  http: measureHttp,
  factory: measureFactory,
  size: measureSize,
};

if (import.meta.main) await run(process.argv.slice(2));

async function run(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { quick: { type: "boolean" }, save: { type: "boolean" }, dir: { type: "string" } },
    allowPositionals: true,
  });
  const chosen = positionals.length === 0 ? Object.keys(figures) : positionals;
  const unknown = chosen.find((name) => !(name in figures));
  if (unknown !== undefined)
    throw new Error(`no figure "${unknown}"; there are ${Object.keys(figures).join(", ")}`);
  if (!isClewBuilt())
    console.error("clew is not built: only its peers are measured. Run `npm run build` first.");

  const workspace = openWorkspace(values.dir);
  process.once("exit", () => workspace.close());
  process.once("SIGINT", () => process.exit(130));
  process.once("SIGTERM", () => process.exit(143));

  const machine = `${cpus().length} x ${cpus()[0]?.model ?? "unknown processor"}, Node ${process.versions.node}`;
  console.log(`# Bench${values.quick ? " (quick)" : ""}\n${machine}\n`);
  const tables: Table[] = [];
  for (const name of chosen) {
    const table = await figures[name]!(workspace, values.quick ? quick : full);
    tables.push(table);
    console.log(renderTable(table));
  }
  console.log(renderSummary(tables));
  if (values.save) {
    const results = { takenAt: new Date().toISOString(), machine, quick: values.quick === true, tables };
    writeFileSync(new URL("results.json", import.meta.url), `${JSON.stringify(results, null, 2)}\n`);
  }
}
