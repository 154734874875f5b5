import type { ChildProcess } from "node:child_process";
import { Agent } from "node:http";
import { fileURLToPath } from "node:url";
import { printedAddress } from "./http.ts";
import { median, percentile, residentMemory, timed } from "./measure.ts";
import { type Era, type HttpClient, openHttpClient, post } from "./post.ts";
import type { Cell, Check, Table } from "./report.ts";
import type { Scale } from "./scale.ts";
import { type Contender, clew, environment, floor1, floor2 } from "./servers.ts";
import { thoughtText } from "./thoughts.ts";
import type { Workspace } from "./workspace.ts";

const targets = { beyondMs: 3, crowd: 2, thinkMs: 20, growthMb: 30, growthShare: 0.2 };
const crowd = 50;
const holdMs = 200;
const warmUp = 60;
const callsPerRound = 20;
/** No part runs longer; one that was cut short has no result. */
const longestPartMs = 120_000;
const smallHeap = "in a small heap";
const smallHeapFlags = ["--max-semi-space-size=4", "--max-old-space-size=96"];

/** Benchmark 9: what linear reasoning adds to the model's own time, whether calls wait for each other, and memory. */
export async function measureReasoning(workspace: Workspace, scale: Scale): Promise<Table> {
  const ground = await openGround(workspace);
  const costs: Cost[] = [];
  for (const era of ["modern", "handshake"] as const)
    for (const session of ["new", "long"] as const)
      costs.push(await costOf(ground, era, session, scale.reasoningCalls));
  const crowded = await measureCrowd(ground, scale.reasoningCrowds);
  const memory = await measureMemory(workspace, ground, scale.reasoningMemory);
  for (const child of ground.children) await workspace.end(child);
  return {
    title: "Linear reasoning over HTTP",
    note:
      `Medians of ${scale.reasoningCalls} calls, one at a time, the four ways in turn, with a scripted model that ` +
      "answers at once. The two bare round trips are an empty tool of floor 1 and a POST of the same size to the model; " +
      "what floor 2 takes longer than floor 1 is the disk's part of what is beyond them. " +
      `A crowd is ${crowd} calls at once to a model that holds each answer for ${holdMs} ms; ${scale.reasoningCrowds} of them.`,
    columns: ["what", "clew", "floor 1", "POST", "beyond both", "disk"],
    rows: [...costs.map(costRow), ...crowdRows(crowded), ...memoryRows(memory)],
    checks: [...costs.map(costCheck), ...crowdChecks(crowded), memoryCheck(memory)],
  };
}

interface Ground {
  readonly children: readonly ChildProcess[];
  readonly model: URL;
  readonly clew: URL;
  readonly floor: URL;
  /** The floor that waits for the disk. */
  readonly diskFloor: URL;
}

async function openGround(workspace: Workspace): Promise<Ground> {
  const scripted = fileURLToPath(new URL("scripted-model.ts", import.meta.url));
  const model = workspace.start([scripted], {});
  const modelAddress = new URL("/v1/pipes/run", await printedAddress(model, "the scripted model"));
  const ours = startClew(workspace, modelAddress);
  const floors = [floor1, floor2].map((contender) => startFloor(workspace, contender));
  const [floor, diskFloor] = await Promise.all(floors.map((child) => printedAddress(child, "a floor")));
  return {
    children: [ours, ...floors, model],
    model: modelAddress,
    clew: await printedAddress(ours, "clew"),
    floor: floor!,
    diskFloor: diskFloor!,
  };
}

function startFloor(workspace: Workspace, { http }: Contender): ChildProcess {
  const home = workspace.folder();
  return workspace.start(http?.(home) ?? [], environment(home));
}

function startClew(workspace: Workspace, model: URL, flags: readonly string[] = []): ChildProcess {
  const home = workspace.folder();
  const engine = { LANGBASE_API_KEY: "bench", LANGBASE_BASE_URL: model.origin };
  return workspace.start([...flags, ...(clew.http?.(home) ?? [])], { ...environment(home), ...engine });
}

interface Cost {
  readonly name: string;
  readonly ours: number;
  readonly floor: number;
  readonly post: number;
  readonly diskFloor: number;
}

/** A call in a new session, or in one whose earlier thoughts fill the prompt. */
async function costOf(ground: Ground, era: Era, session: "new" | "long", calls: number): Promise<Cost> {
  const ours = await openHttpClient(ground.clew, era);
  const floor = await openHttpClient(ground.floor, era);
  const diskFloor = await openHttpClient(ground.diskFloor, era);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const named = session === "long" ? { session_id: `long-${era}` } : {};
  let number = 0;
  const question = () => thoughtText(++number);
  // The budget of a prompt is 6,000 tokens, about 48 thoughts.
  const prompt = Array.from({ length: session === "long" ? 48 : 2 }, question).join("\n");
  const ways = [
    () => ours.call("reasoning_linear", { content: question(), ...named }),
    () => floor.call("floor", { thought: question() }),
    () => post(ground.model, agent, { authorization: "Bearer bench" }, pipeRequest(prompt)),
    () => diskFloor.call("floor", { thought: question() }),
  ];
  for (const way of ways) for (let done = 0; done < warmUp; done += 1) await way();
  const samples = ways.map(() => [] as number[]);
  const isTime = until(longestPartMs);
  for (let done = 0; done < calls && isTime(); done += callsPerRound) {
    for (const [index, way] of ways.entries())
      for (let turn = 0; turn < callsPerRound; turn += 1) samples[index]?.push(await timed(way));
  }
  for (const client of [ours, floor, diskFloor]) client.close();
  agent.destroy();
  const of = (way: number) => (samples[way]!.length < calls ? Number.NaN : median(samples[way]!));
  return { name: `${era}, ${session} session`, ours: of(0), floor: of(1), post: of(2), diskFloor: of(3) };
}

function pipeRequest(content: string): object {
  return { name: "linear-reasoning-v1", messages: [{ role: "user", content }], stream: false };
}

interface Crowd {
  /** One delayed call, and all of them at once. */
  readonly alone: number;
  readonly together: number;
  /** Thoughts of another client, before and during the concurrent calls. */
  readonly usual: readonly number[];
  readonly meanwhile: readonly number[];
}

async function measureCrowd(ground: Ground, crowds: number): Promise<Crowd> {
  const clients: HttpClient[] = [];
  for (let index = 0; index < crowd; index += 1) clients.push(await openHttpClient(ground.clew, "modern"));
  const other = await openHttpClient(ground.clew, "modern");
  const think = () => other.call("think", { thought: thoughtText(1), session_id: "somebody-else" });
  const ask = (client: HttpClient) =>
    client.call("reasoning_linear", { content: `hold ${holdMs} ms: ${thoughtText(2)}` });
  const isTime = until(longestPartMs);

  for (let done = 0; done < warmUp; done += 1) await think();
  const usual: number[] = [];
  const alone: number[] = [];
  const together: number[] = [];
  const meanwhile: number[] = [];
  await Promise.all(clients.map(ask));
  for (let round = 0; round < crowds && isTime(); round += 1) {
    for (let done = 0; done < 100; done += 1) usual.push(await timed(think));
    alone.push(await timed(() => ask(other)));
    let isOver = false;
    const thinking = (async () => {
      while (!isOver && isTime()) meanwhile.push(await timed(think));
    })();
    together.push(await timed(() => Promise.all(clients.map(ask))));
    isOver = true;
    await thinking;
  }
  for (const client of [...clients, other]) client.close();
  const isCut = together.length < crowds;
  return { alone: median(alone), together: isCut ? Number.NaN : median(together), usual, meanwhile };
}

interface Memory {
  readonly calls: number;
  readonly servers: readonly { readonly name: string; readonly early: number; readonly late: number }[];
}

/**
 * V8 delays garbage collection while memory is available, so a server grows for some thousand calls in any case. In a
 * small heap only memory that is still referenced can grow.
 */
async function measureMemory(workspace: Workspace, ground: Ground, calls: number): Promise<Memory> {
  const servers = [
    { name: "clew", child: startClew(workspace, ground.model), tool: "reasoning_linear" },
    { name: "floor 1", child: startFloor(workspace, floor1), tool: "floor" },
    { name: smallHeap, child: startClew(workspace, ground.model, smallHeapFlags), tool: "reasoning_linear" },
  ];
  const taken = [];
  for (const { name, child, tool } of servers)
    taken.push({ name, ...(await growthOf(child, await printedAddress(child, name), tool, calls)) });
  for (const { child } of servers) await workspace.end(child);
  return { calls, servers: taken };
}

/** Megabytes after a tenth of the calls and after all of them, each call in a new session. */
async function growthOf(child: ChildProcess, address: URL, tool: string, calls: number) {
  const clients: HttpClient[] = [];
  for (let index = 0; index < 8; index += 1) clients.push(await openHttpClient(address, "modern"));
  const isTime = until(longestPartMs);
  const run = async (count: number): Promise<number> => {
    let left = count;
    const work = async (client: HttpClient): Promise<void> => {
      while (left > 0 && isTime()) {
        left -= 1;
        const text = thoughtText(left);
        await client.call(tool, tool === "floor" ? { thought: text } : { content: text });
      }
    };
    await Promise.all(clients.map(work));
    return left > 0 ? Number.NaN : residentMemory(child.pid ?? 0);
  };
  const early = await run(calls / 10);
  const late = await run(calls - calls / 10);
  for (const client of clients) client.close();
  return { early, late };
}

/** Whether there is time left. */
function until(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() < end;
}

const beyond = ({ ours, floor, post }: Cost): number => ours - floor - post;

function costRow(cost: Cost): readonly Cell[] {
  return [`${cost.name}, ms`, cost.ours, cost.floor, cost.post, beyond(cost), cost.diskFloor - cost.floor];
}

function crowdRows({ alone, together, usual, meanwhile }: Crowd): readonly (readonly Cell[])[] {
  const rest = ["", "", "", ""];
  return [
    [`one held call, ms`, alone, ...rest],
    [`${crowd} held calls at once, ms`, together, ...rest],
    ["think, usual p50, ms", median(usual), ...rest],
    ["think, usual p99, ms", percentile(usual, 0.99), ...rest],
    ["think, meanwhile p50, ms", median(meanwhile), ...rest],
    ["think, meanwhile p99, ms", percentile(meanwhile, 0.99), ...rest],
  ];
}

function memoryRows({ calls, servers }: Memory): readonly (readonly Cell[])[] {
  const [ours, floor, small] = servers;
  return (["early", "late"] as const).flatMap((when) => {
    const after = `after ${(when === "early" ? calls / 10 : calls).toLocaleString("en-US")} calls, MB`;
    return [
      [`memory ${after}`, ours?.[when] ?? Number.NaN, floor?.[when] ?? Number.NaN, "", "", ""],
      [`${smallHeap}, ${after}`, small?.[when] ?? Number.NaN, "", "", "", ""],
    ];
  });
}

function costCheck(cost: Cost): Check {
  const name = `linear reasoning, ${cost.name}: beyond two bare round trips`;
  return { name, value: beyond(cost), sense: "at most", target: targets.beyondMs, unit: " ms" };
}

function crowdChecks({ alone, together, usual, meanwhile }: Crowd): readonly Check[] {
  const late = percentile(meanwhile, 0.99) - median(usual);
  return [
    {
      name: `${crowd} calls at once / one call`,
      value: together / alone,
      sense: "at most",
      target: targets.crowd,
      unit: "x",
    },
    {
      name: "think meanwhile, p99 beyond its usual p50",
      value: late,
      sense: "at most",
      target: targets.thinkMs,
      unit: " ms",
    },
  ];
}

function memoryCheck({ calls, servers }: Memory): Check {
  const { early = Number.NaN, late = Number.NaN } = servers.find(({ name }) => name === smallHeap) ?? {};
  const target = Math.round(Math.max(targets.growthMb, early * targets.growthShare));
  const name = `memory in a small heap, growth over the last ${(calls * 0.9).toLocaleString("en-US")} calls`;
  return { name, value: late - early, sense: "at most", target, unit: " MB" };
}
