// usage: node --expose-gc program.ts NAME ADDRESS [HOME]; takes a task a line and answers each with a line
import { createInterface } from "node:readline";
import { ask } from "./bare.ts";
import type { OpenTalk, Order, Talk } from "./talk.ts";
import type { Taken, Task } from "./task.ts";

const [name = "", address = "", home] = process.argv.slice(2);
const open = await opener(name);
let kept: Talk | undefined;
for await (const line of createInterface({ input: process.stdin })) {
  const taken = await perform(JSON.parse(line) as Task).catch((error: unknown) => ({
    problem: String(error),
  }));
  console.log(JSON.stringify(taken));
}
await kept?.close();

async function opener(of: string): Promise<OpenTalk> {
  if (of === "bare fetch") return (await import("./bare.ts")).openTalk;
  if (of === "AI SDK") return (await import("./ai-sdk.ts")).openTalk;
  if (of === "tool runner") return (await import("./tool-runner.ts")).openTalk;
  return (await import("./clew.ts")).clewIn(home);
}

async function perform({ tool, order, messages }: Task): Promise<Taken> {
  const talk = (messages !== undefined && kept) || (await open(address, tool));
  if (messages !== undefined) kept = talk;
  const text = JSON.stringify(order);
  const arrivals: number[] = [];
  let pieces = 0;
  const count = () => {
    pieces += 1;
  };
  const onText = order.paced === undefined ? count : () => void arrivals.push(now());
  const processor = process.cpuUsage();
  const begin = performance.now();
  for (let said = 0; said < (messages ?? 1); said += 1) await talk.say(text, onText);
  const ms = performance.now() - begin;
  const { user, system } = process.cpuUsage(processor);
  if (messages === undefined) await talk.close();
  return {
    ms,
    processorMs: (user + system) / 1_000,
    pieces: Math.max(pieces, arrivals.length),
    delays: order.paced === undefined ? [] : await delaysOf(arrivals),
    // Optimized code is lost in a full collection, so only memory is measured with one.
    heapMb: messages === undefined ? Number.NaN : heapMb(),
  };
}

async function delaysOf(arrivals: readonly number[]): Promise<number[]> {
  const sent: number[] = JSON.parse(await ask(address, JSON.stringify({ times: true } satisfies Order)));
  return arrivals.map((at, index) => at - (sent[index] ?? Number.NaN));
}

/** Milliseconds of a clock that all processes of a machine share. */
function now(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

function heapMb(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
}
