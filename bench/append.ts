import { setTimeout as delay } from "node:timers/promises";
import type { StdioClient } from "./client.ts";
import { median, percentile, processorTime, residentMemory, timed } from "./measure.ts";
import type { Check, Table } from "./report.ts";
import type { Scale } from "./scale.ts";
import { type Contender, contenders, type ServerName, startStdio } from "./servers.ts";
import { thoughtArguments } from "./thoughts.ts";
import type { Workspace } from "./workspace.ts";

const targets = { p50: 1.15, p99: 1.3, processor: 1.25, rest: 1 };
const warmUp = 200;
const firstThoughts = 10;
const restMs = 4_000;

/** Benchmark 1: one thought at a time over stdio, and the memory of a server that rests after its first thoughts. */
export async function measureAppend(workspace: Workspace, scale: Scale): Promise<readonly Table[]> {
  return [await measureSpeed(workspace, scale), await measureRest(workspace)];
}

/** The servers alternate, so that noise affects all of them. */
async function measureSpeed(workspace: Workspace, scale: Scale): Promise<Table> {
  const lanes = await Promise.all(contenders().map((contender) => openLane(workspace, contender)));
  for (const lane of lanes) await lane.run(warmUp);
  for (const lane of lanes) lane.reset();
  for (let round = 0; round < scale.appendRounds; round += 1) {
    for (const lane of lanes) await lane.run(scale.appendsPerRound);
  }
  const results = lanes.map((lane) => lane.result());
  for (const lane of lanes) await lane.close();
  const of = (name: ServerName, key: "p50" | "p99" | "processor"): number => {
    return results.find((result) => result.name === name)?.[key] ?? Number.NaN;
  };
  return {
    title: "Append over stdio",
    note:
      `${scale.appendRounds} rounds of ${scale.appendsPerRound} thoughts of 500 characters, one at a time, servers ` +
      "in turn. A busy disk flatters the p50 against floor 2; the processor time it leaves alone.",
    columns: [
      ...["server", "p50 µs", "p95 µs", "p99 µs", "CPU µs", "memory MB"],
      ...["p50 / floor 1", "p50 / floor 2", "p99 / floor 2", "CPU / floor 2"],
    ],
    rows: results.map(({ name, p50, p95, p99, processor, memory }) => [
      ...[name, p50, p95, p99, processor, memory],
      ...[p50 / of("floor 1", "p50"), p50 / of("floor 2", "p50")],
      ...[p99 / of("floor 2", "p99"), processor / of("floor 2", "processor")],
    ]),
    checks: (["p50", "p99", "processor"] as const).flatMap((key) =>
      check(
        `append ${key === "processor" ? "processor time" : key}, clew / floor 2`,
        of("clew", key) / of("floor 2", key),
        targets[key],
      ),
    ),
  };
}

function check(name: string, value: number, target: number): readonly Check[] {
  if (Number.isNaN(value)) return [];
  return [{ name, value, sense: "at most", target, unit: "x" }];
}

/** What a server keeps resident that its client leaves alone after the first thoughts. */
async function measureRest(workspace: Workspace): Promise<Table> {
  const lanes = await Promise.all(contenders().map((contender) => openLane(workspace, contender)));
  for (const lane of lanes) await lane.run(firstThoughts);
  await delay(restMs);
  const results = lanes.map((lane) => lane.result());
  for (const lane of lanes) await lane.close();
  const of = (name: ServerName) => results.find((result) => result.name === name)?.memory ?? Number.NaN;
  return {
    title: "Memory at rest",
    note: `Resident memory ${restMs / 1_000} s after ${firstThoughts} thoughts.`,
    columns: ["server", "memory MB", "/ floor 1"],
    rows: results.map(({ name, memory }) => [name, memory, memory / of("floor 1")]),
    checks: check("memory at rest, clew / floor 1", of("clew") / of("floor 1"), targets.rest),
  };
}

async function openLane(workspace: Workspace, contender: Contender) {
  const client = await startStdio(workspace, contender, workspace.folder());
  const samples: number[] = [];
  let processorBefore = 0;
  let next = 1;
  let sessionId: string | undefined;
  return {
    async run(count: number): Promise<void> {
      for (let done = 0; done < count; done += 1) {
        samples.push(await timed(() => append(client)));
      }
    },
    reset(): void {
      samples.length = 0;
      processorBefore = processorTime(client.pid);
    },
    result() {
      const processor = (processorTime(client.pid) - processorBefore) / samples.length;
      return {
        name: contender.name,
        p50: median(samples) * 1_000,
        p95: percentile(samples, 0.95) * 1_000,
        p99: percentile(samples, 0.99) * 1_000,
        processor,
        memory: residentMemory(client.pid),
      };
    },
    close: () => client.close(),
  };

  async function append(client: StdioClient): Promise<void> {
    const answer = await client.call(contender.tool, thoughtArguments(next, sessionId));
    next += 1;
    sessionId ??= answer.structuredContent?.sessionId;
  }
}
