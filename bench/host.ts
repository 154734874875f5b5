import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Program, startProgram } from "./host/start-program.ts";
import type { Task } from "./host/task.ts";
import { printedAddress } from "./http.ts";
import { median, percentile } from "./measure.ts";
import type { Cell, Check, Table } from "./report.ts";
import type { Scale } from "./scale.ts";
import type { Workspace } from "./workspace.ts";

const targets = { share: 1, delayMs: 5, growthMb: 10 };
const names = ["clew", "clew on disk", "AI SDK", "tool runner", "bare fetch"] as const;
type Name = (typeof names)[number];
const peers: readonly Name[] = ["AI SDK", "tool runner"];
const deltas = 10_000;
const packets = 3_000;
const paced = 300;
/** Runs before measuring, so that compilation does not count. */
const warmUp = 3;

/** Benchmark 12: the cost of an agent's turns, streams and long sessions, beside two other libraries. */
export async function measureHost(workspace: Workspace, scale: Scale): Promise<Table> {
  const model = workspace.start([fileURLToPath(new URL("host/model.ts", import.meta.url))], {});
  const address = (await printedAddress(model, "the scripted model")).origin;
  const tasks = tasksOf(scale.hostCalls);
  const speed = await measureSpeed(workspace, address, Object.values(tasks), scale.hostRounds);
  const memory = await measureMemory(workspace, address, scale.hostTurns);
  await workspace.end(model);
  return {
    title: "An agent's turns",
    note:
      `Medians of ${scale.hostRounds} rounds, the libraries in turn, each a process of its own, with one scripted model: ` +
      `thinking off, streaming on, the whole history in each request. A turn is one of ${scale.hostCalls} that end in a ` +
      "call of a tool that does nothing. `bare fetch` sends the same requests and keeps nothing: what a library takes " +
      "beyond it is its own. Targets apply to processor time, which other programs do not change.",
    columns: ["what", ...names],
    rows: [...speedRows(tasks, speed, scale.hostCalls), ...memoryRows(memory)],
    checks: [...speedChecks(tasks, speed), memoryCheck(memory)],
  };
}

function tasksOf(calls: number) {
  return {
    own: { tool: "own", order: { calls } },
    server: { tool: "server", order: { calls } },
    burst: { tool: "none", order: { burst: deltas } },
    packets: { tool: "none", order: { packets } },
    paced: { tool: "none", order: { paced } },
  } satisfies Record<string, Task>;
}

type Tasks = ReturnType<typeof tasksOf>;

interface Samples {
  readonly ms: number[];
  readonly processorMs: number[];
  readonly delays: number[];
}

type Speed = ReadonlyMap<Task, ReadonlyMap<Name, Samples>>;

async function measureSpeed(
  workspace: Workspace,
  address: string,
  tasks: readonly Task[],
  rounds: number,
): Promise<Speed> {
  const programs = start(workspace, address);
  const nothing = () =>
    new Map(names.map((name) => [name, { ms: [], processorMs: [], delays: [] } as Samples]));
  const speed = new Map(tasks.map((task) => [task, nothing()]));
  for (let round = 0; round < warmUp + rounds; round += 1)
    for (const task of tasks)
      for (const [name, program] of programs) {
        const { ms, processorMs, delays } = await program.perform(task);
        const samples = speed.get(task)?.get(name);
        if (round < warmUp || samples === undefined) continue;
        samples.ms.push(ms);
        samples.processorMs.push(processorMs);
        samples.delays.push(...delays);
      }
  await end(workspace, programs);
  return speed;
}

interface Memory {
  readonly turns: number;
  readonly kept: ReadonlyMap<Name, { readonly early: number; readonly late: number }>;
}

/** The heap after a tenth of the turns of one session and after all of them, half of which call a tool. */
async function measureMemory(workspace: Workspace, address: string, turns: number): Promise<Memory> {
  const programs = start(workspace, address);
  const kept = new Map<Name, { readonly early: number; readonly late: number }>();
  for (const [name, program] of programs) {
    if (name === "bare fetch") continue;
    const session = (share: number): Task => ({
      tool: "own",
      order: { calls: 1 },
      messages: Math.round((turns * share) / 2),
    });
    const { heapMb: early } = await program.perform(session(0.1));
    const { heapMb: late } = await program.perform(session(0.9));
    kept.set(name, { early, late });
  }
  await end(workspace, programs);
  return { turns, kept };
}

type Programs = ReadonlyMap<Name, Program & { readonly child: ChildProcess }>;

function start(workspace: Workspace, address: string): Programs {
  return new Map(
    names.map((name) => {
      const home = name === "clew on disk" ? [workspace.folder()] : [];
      return [name, startProgram(workspace, [name, address, ...home])];
    }),
  );
}

async function end(workspace: Workspace, programs: Programs): Promise<void> {
  for (const { child } of programs.values()) await workspace.end(child);
}

function speedRows(tasks: Tasks, speed: Speed, calls: number): readonly Cell[][] {
  const row = (what: string, task: Task, of: (samples: Samples) => number): Cell[] => [
    what,
    ...names.map((name) => of(speed.get(task)!.get(name)!)),
  ];
  const per = (count: number, unit: number) => ({
    wall: ({ ms }: Samples) => (median(ms) / count) * unit,
    processor: ({ processorMs }: Samples) => (median(processorMs) / count) * unit,
  });
  const [turn, delta, packet] = [per(calls, 1), per(deltas, 1_000), per(packets, 1_000)];
  return [
    row("turn, own tool, ms", tasks.own, turn.wall),
    row("its processor time, ms", tasks.own, turn.processor),
    row("turn, MCP tool over stdio, ms", tasks.server, turn.wall),
    row("its processor time, ms", tasks.server, turn.processor),
    row("delta, 100 in a packet, µs", tasks.burst, delta.wall),
    row("its processor time, µs", tasks.burst, delta.processor),
    row("delta, a packet each: processor time, µs", tasks.packets, packet.processor),
    row("delta, from its sending to its consumer: p50 ms", tasks.paced, ({ delays }) => median(delays)),
    row("p99 ms", tasks.paced, ({ delays }) => percentile(delays, 0.99)),
  ];
}

function speedChecks(tasks: Tasks, speed: Speed): readonly Check[] {
  const of = (task: Task, name: Name): number => median(speed.get(task)!.get(name)!.processorMs);
  const overhead = (task: Task, name: Name): number => of(task, name) - of(task, "bare fetch");
  const delay = (name: Name): number => percentile(speed.get(tasks.paced)!.get(name)!.delays, 0.99);
  const share = (what: string, task: Task): Check => ({
    name: `${what}, beyond the bare requests / the faster of the two`,
    value: overhead(task, "clew") / Math.min(...peers.map((name) => overhead(task, name))),
    sense: "at most",
    target: targets.share,
    unit: "x",
  });
  return [
    share("turn with an own tool", tasks.own),
    share("turn with an MCP tool", tasks.server),
    {
      name: `rate of ${deltas.toLocaleString("en-US")} deltas / the AI SDK`,
      value: of(tasks.burst, "AI SDK") / of(tasks.burst, "clew"),
      sense: "at least",
      target: targets.share,
      unit: "x",
    },
    {
      name: "delay of a delta, p99 beyond that of a bare fetch",
      value: delay("clew") - delay("bare fetch"),
      sense: "at most",
      target: targets.delayMs,
      unit: " ms",
    },
  ];
}

function memoryRows({ turns, kept }: Memory): readonly Cell[][] {
  const row = (count: number, of: "early" | "late"): Cell[] => [
    `heap in use after ${count.toLocaleString("en-US")} turns, MB`,
    ...names.map((name) => kept.get(name)?.[of] ?? ""),
  ];
  return [row(turns / 10, "early"), row(turns, "late")];
}

function memoryCheck({ turns, kept }: Memory): Check {
  const { early = Number.NaN, late = Number.NaN } = kept.get("clew") ?? {};
  const name = `heap in use, growth over the last ${(turns * 0.9).toLocaleString("en-US")} turns`;
  return { name, value: late - early, sense: "at most", target: targets.growthMb, unit: " MB" };
}
