import { median, residentMemory, timed } from "./measure.ts";
import { pipeline } from "./pipeline.ts";
import type { Check, Table } from "./report.ts";
import type { Scale } from "./scale.ts";
import { clew, startStdio } from "./servers.ts";
import { thoughtArguments } from "./thoughts.ts";
import type { Workspace } from "./workspace.ts";

const ratioTarget = 1.25;
const memoryTarget = 120;
const block = 25;
const blocks = 8;
const settle = 100;
const hot = 10_000;
const inFlight = 256;

interface Point {
  readonly at: number;
  /** Measured right after the burst that led here. */
  readonly isAfterBurst: boolean;
  readonly long: number;
  readonly short: number;
  readonly memory: number;
}

/** Benchmark 1, second part: the cost of one more thought as a session grows, and the memory of the process. */
export async function measureGrowth(workspace: Workspace, scale: Scale): Promise<Table> {
  const long = await openLane(workspace);
  const short = await openLane(workspace);
  for (const lane of [long, short]) {
    await lane.beginSession();
    await lane.fill(hot);
    await lane.beginSession();
  }
  const points: Point[] = [];
  for (const at of [100, 10_000]) points.push(await measurePoint(long, short, at, settle));
  points.push(await measurePoint(long, short, scale.longSession - block * blocks - settle, 0));
  points.push(await measurePoint(long, short, scale.longSession, settle));
  const peak = residentMemory(long.pid, "VmHWM");
  await Promise.all([long.close(), short.close()]);
  return {
    title: "Append as one session grows",
    note:
      `p50 of ${block * blocks} thoughts around each length, one at a time, in turns with a second clew on a small ` +
      `store whose session is always ${block * blocks} thoughts or shorter. Between the lengths ${inFlight} thoughts ` +
      "are under way at a time; the row after a burst begins with the first thought after them.",
    columns: ["thoughts", "long session, p50 µs", "short session, p50 µs", "long / short", "memory MB"],
    rows: points.map((point) => [
      point.isAfterBurst ? `${point.at}, after a burst` : point.at,
      ...[point.long, point.short, point.long / point.short, point.memory],
    ]),
    checks: points
      .slice(1)
      .map(steadyCheck)
      .concat(memoryCheck(points.at(-1)!, peak)),
  };
}

function steadyCheck({ at, long, short, isAfterBurst }: Point): Check {
  const name = isAfterBurst
    ? "append right after a burst / usual"
    : `append at thought ${at.toLocaleString("en-US")} / at 100`;
  return { name, value: long / short, sense: "at most", target: ratioTarget, unit: "x" };
}

function memoryCheck({ at, memory }: Point, peak: number): Check {
  const name = `memory after ${at.toLocaleString("en-US")} thoughts (at its highest ${peak.toFixed(0)} MB)`;
  return { name, value: memory, sense: "at most", target: memoryTarget, unit: " MB" };
}

type Lane = Awaited<ReturnType<typeof openLane>>;

async function measurePoint(long: Lane, short: Lane, at: number, settling: number): Promise<Point> {
  const begin = at - (block * blocks) / 2;
  await short.beginSession();
  await long.fill(begin - settling);
  await long.run(Math.min(settling, begin));
  const samples = { long: [] as number[], short: [] as number[] };
  for (let turn = 0; turn < blocks; turn += 1) {
    samples.long.push(...(await long.run(block)));
    samples.short.push(...(await short.run(block)));
  }
  const microseconds = (times: readonly number[]): number => median(times) * 1_000;
  const memory = residentMemory(long.pid);
  return {
    at,
    isAfterBurst: settling === 0,
    long: microseconds(samples.long),
    short: microseconds(samples.short),
    memory,
  };
}

async function openLane(workspace: Workspace) {
  const client = await startStdio(workspace, clew, workspace.folder());
  let sessionId: string | undefined;
  let count = 0;
  const append = (number: number) => client.call(clew.tool, thoughtArguments(number, sessionId));
  const endSession = async (): Promise<void> => {
    const args = { ...thoughtArguments(count + 1, sessionId), nextThoughtNeeded: false };
    const length = (await client.call(clew.tool, args)).structuredContent?.thoughtHistoryLength;
    if (length !== count + 1) throw new Error(`the session holds ${length} thoughts instead of ${count + 1}`);
    sessionId = undefined;
  };
  return {
    pid: client.pid,
    async close(): Promise<void> {
      await endSession();
      await client.close();
    },
    /** Completes the open session, if any, and opens another with its first thought. */
    async beginSession(): Promise<void> {
      if (sessionId !== undefined) await endSession();
      sessionId = (await append(1)).structuredContent?.sessionId;
      count = 1;
    },
    /** Appends as fast as possible until the session has `length` thoughts. */
    async fill(length: number): Promise<void> {
      await pipeline(count + 1, length, inFlight, append);
      count = Math.max(count, length);
    },
    /** One thought at a time; returns the milliseconds of each. */
    async run(thoughts: number): Promise<readonly number[]> {
      const samples: number[] = [];
      for (let done = 0; done < thoughts; done += 1) samples.push(await timed(() => append(++count)));
      return samples;
    },
  };
}
