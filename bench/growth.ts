import type { StdioClient } from "./client.ts";
import { median, residentMemory, timed } from "./measure.ts";
import { pipeline } from "./pipeline.ts";
import type { Check, Table } from "./report.ts";
import type { Scale } from "./scale.ts";
import { type Contender, clew, floor2, startStdio } from "./servers.ts";
import { thoughtArguments } from "./thoughts.ts";
import type { Workspace } from "./workspace.ts";

const ratioTarget = 1.25;
const memoryTarget = 120;
const block = 25;
const blocks = 8;
const settle = 100;
const inFlight = 256;

interface Point {
  readonly at: number;
  readonly ours: number;
  readonly floor: number;
  readonly memory: number;
}

/** Figure 1, second half: what one more thought costs as one session grows, and the memory of the process. */
export async function measureGrowth(workspace: Workspace, scale: Scale): Promise<Table> {
  const ours = await openLane(workspace, clew);
  const floor = await openLane(workspace, floor2);
  await floor.fill(settle * 5);
  await ours.warmUp(settle * 5);
  const points: Point[] = [];
  for (const at of [100, 10_000, scale.longSession]) {
    const half = (block * blocks) / 2;
    await ours.fill(at - half - settle);
    points.push(await measurePoint(ours, floor, at));
  }
  const peak = residentMemory(ours.pid, "VmHWM");
  await Promise.all([ours.close(), floor.close()]);
  const first = points[0]!;
  const last = points.at(-1)!;
  return {
    title: "Append as one session grows",
    note:
      `p50 of ${block * blocks} thoughts around each length, in turns with a floor 2 that stays small; between the ` +
      `lengths ${inFlight} thoughts at a time are under way. "Steady" is the last column against its first row.`,
    columns: [
      "thoughts",
      "clew p50 µs",
      "floor 2 p50 µs",
      "clew / clew at 100",
      "memory MB",
      "clew / floor 2",
    ],
    rows: points.map((point) => {
      return [point.at, point.ours, point.floor, point.ours / first.ours, point.memory, relative(point)];
    }),
    checks: checks(relative(last) / relative(first), last, peak),
  };
}

function relative(point: Point): number {
  return point.ours / point.floor;
}

function checks(steady: number, last: Point, peak: number): readonly Check[] {
  const count = last.at.toLocaleString("en-US");
  const name = `memory after ${count} thoughts (at its highest ${peak.toFixed(0)} MB)`;
  return [
    {
      name: `steady: append at ${count} / at 100`,
      value: steady,
      sense: "at most",
      target: ratioTarget,
      unit: "x",
    },
    { name, value: last.memory, sense: "at most", target: memoryTarget, unit: " MB" },
  ];
}

type Lane = Awaited<ReturnType<typeof openLane>>;

async function measurePoint(ours: Lane, floor: Lane, at: number): Promise<Point> {
  const samples = { ours: [] as number[], floor: [] as number[] };
  await ours.run(Math.max(0, Math.min(settle, at - (block * blocks) / 2)));
  for (let turn = 0; turn < blocks; turn += 1) {
    samples.ours.push(...(await ours.run(block)));
    samples.floor.push(...(await floor.run(block)));
  }
  const memory = residentMemory(ours.pid);
  return { at, ours: median(samples.ours) * 1_000, floor: median(samples.floor) * 1_000, memory };
}

async function openLane(workspace: Workspace, contender: Contender) {
  const client = await startStdio(workspace, contender, workspace.folder());
  let count = 0;
  let sessionId: string | undefined;
  const append = async (number: number): Promise<void> => {
    const answer = await client.call(contender.tool, thoughtArguments(number, sessionId));
    sessionId ??= answer.structuredContent?.sessionId;
  };
  return {
    pid: client.pid,
    close: () => client.close(),
    /** Runs the code hot on a session of its own, then begins another. */
    async warmUp(thoughts: number): Promise<void> {
      for (let number = 1; number <= thoughts; number += 1) await append(number);
      await endSession(client, contender, thoughts + 1, sessionId);
      sessionId = undefined;
    },
    /** Goes on as fast as it can until the session holds `length` thoughts. */
    async fill(length: number): Promise<void> {
      if (length <= count) return;
      if (sessionId === undefined) await append(++count);
      await pipeline(count + 1, length, inFlight, append);
      count = length;
    },
    /** One thought at a time; the milliseconds of each. */
    async run(thoughts: number): Promise<readonly number[]> {
      const samples: number[] = [];
      for (let done = 0; done < thoughts; done += 1) samples.push(await timed(() => append(++count)));
      return samples;
    },
  };
}

async function endSession(client: StdioClient, contender: Contender, number: number, sessionId?: string) {
  const args = { ...thoughtArguments(number, sessionId), nextThoughtNeeded: false };
  await client.call(contender.tool, args);
}
