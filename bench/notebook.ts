import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Kernels } from "../src/notebook/kernel/kernels.ts";
import { processTree } from "../src/notebook/kernel/process-tree.ts";
import { loadTextImports } from "./ledger.ts";
import { median, timed } from "./measure.ts";
import type { Check, Table } from "./report.ts";
import type { Scale } from "./scale.ts";
import { clew, startStdio } from "./servers.ts";
import type { Workspace } from "./workspace.ts";

const cell = "const answer: number = 6 * 7; console.log(answer);";
/** Without types nothing has to be erased. */
const plainCell = "const answer = 6 * 7; console.log(answer);";
const notebooks = 20;
const furtherCells = 100;
/** How long to wait until the pool is filled, much longer than it takes. */
const poolMs = 1_500;

interface Way {
  readonly name: string;
  /** Milliseconds until the cell's output arrives. */
  readonly take: () => Promise<number>;
}

/** Benchmark 8: a notebook's first cell beside the same file run by hand, further cells, and memory. */
export async function measureNotebook(workspace: Workspace, scale: Scale): Promise<Table> {
  await loadTextImports();
  const { createKernels } = await import("../src/notebook/kernel/kernels.ts");
  const { denoBinary } = await import("../src/notebook/kernel/deno-binary.ts");
  const file = join(workspace.folder(), "cell.ts");
  writeFileSync(file, `${cell}\n`);
  const folder = workspace.folder();
  const cold = () => createKernels({ folder, warm: 0 });
  const pool = createKernels({ folder, warm: 1 });

  const ways: readonly Way[] = [
    { name: "npx tsx", take: () => printed("npx", ["tsx", file]) },
    { name: "deno run", take: () => printed(denoBinary(), ["run", file]) },
    { name: "first cell, nothing waits", take: () => closing(cold(), firstCell) },
    { name: "first cell without types", take: () => closing(cold(), firstPlainCell) },
    { name: "first cell, pool warm", take: () => waiting(pool) },
    { name: "run_cell on a new server", take: () => onNewServer(workspace) },
  ];
  const times = await takeInTurn(ways, scale.starts);
  const further = await closing(cold(), furtherCell);
  const memory = await closing(createKernels({ folder, warm: 0 }), (kernels) => memoryOf(kernels, folder));
  await pool.close();

  const of = (name: string): number => times.get(name) ?? Number.NaN;
  return {
    title: "A notebook's cells",
    note:
      `Medians of ${scale.starts} turns, until the output of one line of TypeScript is there. \`npx tsx\` and ` +
      "`deno run` have run before, and so has the search for namespaces. Memory is the sum of proportional set " +
      `sizes of ${notebooks} notebooks' processes and of this one.`,
    columns: ["what", "ms", "/ npx tsx", "/ deno run"],
    rows: [
      ...ways.map(({ name }) => [name, of(name), of(name) / of("npx tsx"), of(name) / of("deno run")]),
      ["further cell", further, further / of("npx tsx"), further / of("deno run")],
      [`${notebooks} notebooks, MB`, memory, "", ""],
    ],
    checks: [
      ratio("first cell / npx tsx", of("first cell, nothing waits") / of("npx tsx"), 0.25),
      ratio("run_cell on a new server / deno run", of("run_cell on a new server") / of("deno run"), 1.5),
      ratio("first cell from the pool / npx tsx", of("first cell, pool warm") / of("npx tsx"), 0.1),
      { name: "further cell", value: further, sense: "at most", target: 5, unit: " ms" },
      { name: `${notebooks} notebooks`, value: memory, sense: "at most", target: 1_500, unit: " MB" },
    ],
  };
}

async function takeInTurn(ways: readonly Way[], times: number): Promise<ReadonlyMap<string, number>> {
  const samples = new Map(ways.map(({ name }) => [name, [] as number[]]));
  for (const { take } of ways) await take();
  for (let turn = 0; turn < times; turn += 1)
    for (const { name, take } of ways) samples.get(name)?.push(await take());
  return new Map([...samples].map(([name, taken]) => [name, median(taken)]));
}

/** From the start of a program, as a user starts it, to its output. */
async function printed(command: string, args: readonly string[]): Promise<number> {
  const begin = performance.now();
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "ignore"] });
  const ended = once(child, "close");
  const [text] = await once(child.stdout, "data");
  const taken = performance.now() - begin;
  await ended;
  if (!String(text).includes("42")) throw new Error(`${command} did not run the file`);
  return taken;
}

async function firstCell(kernels: Kernels): Promise<number> {
  return timed(async () => runIn(kernels, await kernels.reserve()));
}

async function firstPlainCell(kernels: Kernels): Promise<number> {
  return timed(async () => runIn(kernels, await kernels.reserve(), plainCell));
}

/** The time of `run_cell`, called right after `create` and `add_cell` on a server that was just started. */
async function onNewServer(workspace: Workspace): Promise<number> {
  const client = await startStdio(workspace, clew, workspace.folder());
  try {
    await client.request("tools/list", {});
    await client.call("notebook", { operation: "create", title: "Bench", language: "typescript" });
    await client.call("notebook", {
      operation: "add_cell",
      cellType: "code",
      content: cell,
      filename: "cell.ts",
    });
    return await timed(async () => {
      const { content } = await client.call("notebook", { operation: "run_cell", cellId: "cell.ts" });
      if (!content[0]?.text?.includes("42")) throw new Error("the cell did not run");
    });
  } finally {
    await client.close();
  }
}

async function waiting(kernels: Kernels): Promise<number> {
  const taken = await firstCell(kernels);
  await wait(poolMs);
  return taken;
}

async function furtherCell(kernels: Kernels): Promise<number> {
  const id = await kernels.reserve();
  const samples: number[] = [];
  for (let turn = 0; turn <= furtherCells; turn += 1) samples.push(await timed(() => runIn(kernels, id)));
  return median(samples.slice(1));
}

async function runIn(kernels: Kernels, id: string, code = cell): Promise<void> {
  const { output, error } = await kernels.run({ id }, code);
  if (output !== "42\n") throw new Error(`the cell did not run: ${error?.message}`);
}

async function closing<T>(kernels: Kernels, task: (kernels: Kernels) => Promise<T>): Promise<T> {
  try {
    return await task(kernels);
  } finally {
    await kernels.close();
  }
}

async function memoryOf(kernels: Kernels, folder: string): Promise<number> {
  const ids = await Promise.all(Array.from({ length: notebooks }, () => kernels.reserve()));
  await Promise.all(ids.map((id) => runIn(kernels, id)));
  const leaders = readdirSync("/proc").filter((pid) => ids.some((id) => isAtWork(pid, join(folder, id))));
  // Deno itself knows its folder by another path.
  const families = await Promise.all(leaders.map((pid) => processTree(Number(pid))));
  const processes = new Set(families.flat().map(String));
  return [...processes, "self"].reduce((sum, pid) => sum + proportionalMemory(pid), 0);
}

function isAtWork(pid: string, folder: string): boolean {
  return /^\d+$/.test(pid) && readProc(pid, "cmdline").includes(folder);
}

/** In megabytes: memory shared between processes counts proportionally. */
function proportionalMemory(pid: string): number {
  return Number(/^Pss:\s+(\d+)/m.exec(readProc(pid, "smaps_rollup"))?.[1] ?? Number.NaN) / 1024;
}

function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

function ratio(name: string, value: number, target: number): Check {
  return { name, value, sense: "at most", target, unit: "x" };
}
