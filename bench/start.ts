import { median } from "./measure.ts";
import type { Cell, Check, Table } from "./report.ts";
import type { Scale } from "./scale.ts";
import { type Contender, clew, contenders, isClewBuilt, startStdio } from "./servers.ts";
import { thoughtArguments } from "./thoughts.ts";
import type { Workspace } from "./workspace.ts";

const target = 0.5;

/** A contender and the folder that each start gets. */
export interface Starter {
  readonly name: string;
  readonly contender: Contender;
  readonly home: () => string;
}

/** Median milliseconds from the spawn of the process to two answers. */
export interface Start {
  readonly name: string;
  readonly firstList: number;
  readonly firstThought: number;
}

/** Benchmark 2: from the spawn of the process to the answer to the first `tools/list`, including the handshake. */
export async function measureStart(workspace: Workspace, scale: Scale): Promise<Table> {
  const starters = [
    ...contenders().map((contender) => onOneHome(workspace, contender)),
    ...newHome(workspace),
  ];
  const starts = await startInTurn(workspace, starters, scale.starts);
  return {
    title: "Start to first tools/list",
    note:
      `Median of ${scale.starts} starts each, servers in turn, on a folder that exists already but for the last row. ` +
      "The first thought is sent after the list has come.",
    columns: ["server", "first list, ms", "/ floor 1", "first thought, ms", "/ floor 2"],
    rows: starts.map((start) => row(start, starts)),
    checks: checks(starts),
  };
}

/** Starts every contender `times` times, alternating, after one discarded start each. */
export async function startInTurn(
  workspace: Workspace,
  starters: readonly Starter[],
  times: number,
): Promise<readonly Start[]> {
  const lanes = starters.map((starter) => ({ starter, lists: [] as number[], thoughts: [] as number[] }));
  for (const { starter } of lanes) await startOnce(workspace, starter);
  for (let round = 0; round < times; round += 1) {
    for (const { starter, lists, thoughts } of lanes) {
      const { firstList, firstThought } = await startOnce(workspace, starter);
      lists.push(firstList);
      thoughts.push(firstThought);
    }
  }
  return lanes.map(({ starter, lists, thoughts }) => {
    return { name: starter.name, firstList: median(lists), firstThought: median(thoughts) };
  });
}

async function startOnce(workspace: Workspace, { contender, home }: Starter) {
  const folder = home();
  const begin = performance.now();
  const client = await startStdio(workspace, contender, folder);
  await client.request("tools/list", {});
  const firstList = performance.now() - begin;
  await client.call(contender.tool, thoughtArguments(1));
  const firstThought = performance.now() - begin;
  await client.close();
  return { firstList, firstThought };
}

function onOneHome(workspace: Workspace, contender: Contender): Starter {
  const home = workspace.folder();
  return { name: contender.name, contender, home: () => home };
}

function newHome(workspace: Workspace): readonly Starter[] {
  return isClewBuilt() ? [{ name: "clew, new folder", contender: clew, home: () => workspace.folder() }] : [];
}

function row(start: Start, starts: readonly Start[]): readonly Cell[] {
  const { name, firstList, firstThought } = start;
  const floor1 = starts.find((other) => other.name === "floor 1")?.firstList ?? Number.NaN;
  const floor2 = starts.find((other) => other.name === "floor 2")?.firstThought ?? Number.NaN;
  return [name, firstList, firstList / floor1, firstThought, firstThought / floor2];
}

function checks(starts: readonly Start[]): readonly Check[] {
  const first = (name: string): number =>
    starts.find((start) => start.name === name)?.firstList ?? Number.NaN;
  if (!isClewBuilt()) return [];
  const value = first("clew") / first("floor 1");
  return [{ name: "start, clew / floor 1", value, sense: "at most", target, unit: "x" }];
}
