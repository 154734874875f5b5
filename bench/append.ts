import type { StdioClient } from "./client.ts";
import { median, percentile, processorTime, residentMemory, timed } from "./measure.ts";
import type { Check, Table } from "./report.ts";
import type { Scale } from "./scale.ts";
import { type Contender, contenders, type ServerName, startStdio } from "./servers.ts";
import { thoughtArguments } from "./thoughts.ts";
import type { Workspace } from "./workspace.ts";

const target = 1.5;
const warmUp = 200;

/** Benchmark 1: one thought at a time over stdio. The servers alternate, so that noise affects all of them. */
export async function measureAppend(workspace: Workspace, scale: Scale): Promise<Table> {
  const lanes = await Promise.all(contenders().map((contender) => openLane(workspace, contender)));
  for (const lane of lanes) await lane.run(warmUp);
  for (const lane of lanes) lane.reset();
  for (let round = 0; round < scale.appendRounds; round += 1) {
    for (const lane of lanes) await lane.run(scale.appendsPerRound);
  }
  const results = lanes.map((lane) => lane.result());
  for (const lane of lanes) await lane.close();
  const of = (name: ServerName, key: "p50" | "processor"): number => {
    return results.find((result) => result.name === name)?.[key] ?? Number.NaN;
  };
  return {
    title: "Append over stdio",
    note:
      `${scale.appendRounds} rounds of ${scale.appendsPerRound} thoughts of 500 characters, one at a time, servers ` +
      "in turn. A busy disk flatters the p50 against floor 2; the processor time it leaves alone.",
    columns: [
      ...["server", "p50 µs", "p95 µs", "CPU µs", "memory MB"],
      ...["p50 / floor 1", "p50 / floor 2", "CPU / floor 2"],
    ],
    rows: results.map(({ name, p50, p95, processor, memory }) => [
      ...[name, p50, p95, processor, memory],
      ...[p50 / of("floor 1", "p50"), p50 / of("floor 2", "p50"), processor / of("floor 2", "processor")],
    ]),
    checks: checks(of("clew", "p50") / of("floor 2", "p50")),
  };
}

function checks(ratio: number): readonly Check[] {
  if (Number.isNaN(ratio)) return [];
  return [{ name: "append p50, clew / floor 2", value: ratio, sense: "at most", target, unit: "x" }];
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
