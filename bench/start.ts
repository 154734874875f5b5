import { median } from "./measure.ts";
import type { Check, Table } from "./report.ts";
import type { Scale } from "./scale.ts";
import { type Contender, clew, contenders, isClewBuilt, startStdio } from "./servers.ts";
import type { Workspace } from "./workspace.ts";

const target = 1;

interface Entry {
  readonly name: string;
  readonly contender: Contender;
  readonly home: () => string;
}

/** Figure 2: from the spawn of the process to the answer to the first `tools/list`, handshake included. */
export async function measureStart(workspace: Workspace, scale: Scale): Promise<Table> {
  const entries = [
    ...contenders().map((contender) => onOneHome(workspace, contender)),
    ...firstStart(workspace),
  ];
  const samples = await startInTurn(workspace, entries, scale.starts);
  const medians = new Map(entries.map(({ name }) => [name, median(samples.get(name) ?? [])]));
  const floor = medians.get("floor 1") ?? Number.NaN;
  return {
    title: "Start to first tools/list",
    note: `Median of ${scale.starts} starts each, servers in turn; the data folder exists already but for the last row.`,
    columns: ["server", "ms", "/ floor 1"],
    rows: entries.map(({ name }) => [
      name,
      medians.get(name) ?? Number.NaN,
      (medians.get(name) ?? Number.NaN) / floor,
    ]),
    checks: checks(medians.get("clew"), floor),
  };
}

/** Milliseconds from spawn to the first list of tools, once. */
export async function startOnce(workspace: Workspace, contender: Contender, home: string): Promise<number> {
  const begin = performance.now();
  const client = await startStdio(workspace, contender, home);
  await client.request("tools/list", {});
  const elapsed = performance.now() - begin;
  await client.close();
  return elapsed;
}

/** Starts every entry `times` times in turn, after one start that is thrown away. */
export async function startInTurn(
  workspace: Workspace,
  entries: readonly Entry[],
  times: number,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const samples = new Map(entries.map(({ name }): [string, number[]] => [name, []]));
  for (const { contender, home } of entries) await startOnce(workspace, contender, home());
  for (let round = 0; round < times; round += 1) {
    for (const { name, contender, home } of entries) {
      samples.get(name)?.push(await startOnce(workspace, contender, home()));
    }
  }
  return samples;
}

function onOneHome(workspace: Workspace, contender: Contender): Entry {
  const home = workspace.folder();
  return { name: contender.name, contender, home: () => home };
}

function firstStart(workspace: Workspace): readonly Entry[] {
  return isClewBuilt() ? [{ name: "clew, new folder", contender: clew, home: () => workspace.folder() }] : [];
}

function checks(clewStart: number | undefined, floor: number): readonly Check[] {
  if (clewStart === undefined) return [];
  return [{ name: "start, clew / floor 1", value: clewStart / floor, sense: "at most", target, unit: "x" }];
}
