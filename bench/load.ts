import { setTimeout as pause } from "node:timers/promises";
import { printedAddress } from "./http.ts";
import { openLedger } from "./ledger.ts";
import { median, percentile, residentMemory, timed } from "./measure.ts";
import {
  type MixedClient,
  type Operation,
  openMixedClient,
  operations,
  roundLength,
} from "./mixed-client.ts";
import { HttpRefusal } from "./post.ts";
import type { Cell, Check, Table } from "./report.ts";
import type { Scale } from "./scale.ts";
import { clew, environment } from "./servers.ts";
import { thoughtText } from "./thoughts.ts";
import type { Workspace } from "./workspace.ts";

const memoryTarget = 1.2;
const sampleMs = 500;
/** As many as one person has. */
const fewClients = 12;
/** Possible answers of an overloaded server. */
const deliberate: readonly number[] = [429, 503];

/**
 * Benchmark 11: many clients of both eras that do everything at once, what is stored of it, and memory before and
 * after.
 */
export async function measureLoad(workspace: Workspace, scale: Scale): Promise<Table> {
  const home = workspace.folder();
  const server = workspace.start(clew.http?.(home) ?? [], environment(home));
  const address = await printedAddress(server, "clew");
  const pid = server.pid ?? 0;
  const started = residentMemory(pid);
  const few = await runRound(address, 0, { ...scale, loadClients: fewClients });
  const afterFew = await restingMemory(pid, scale.loadRestMs);
  const firstRound = await runRound(address, fewClients, scale);
  const before = await restingMemory(pid, scale.loadRestMs);
  const crew = await runCrew(address, fewClients + scale.loadClients, scale);
  const highest = residentMemory(pid, "VmHWM");
  const after = await restingMemory(pid, scale.loadRestMs);
  await workspace.end(server);
  const kept = await compareWithLedger(home, [...few.clients, ...firstRound.clients, ...crew.clients]);
  return {
    title: "Load over HTTP",
    note:
      `${scale.loadClients} clients at once for ${crew.seconds.toFixed(0)} s, half of each era, each with one connection and ` +
      "one request under way. Before it as many others came, did a first round of every operation and went " +
      `(${firstRound.samples.length} requests, ${firstRound.seconds.toFixed(0)} s): memory after that is the start. At rest is ` +
      `the lowest of ${scale.loadRestMs / 1_000} s of samples when the clients have gone; nobody asks for a collection. ` +
      "The ledger is read by the store when the server has ended.",
    columns: ["what", "requests", "requests/s", "p50 ms", "p99 ms", "429 or 503", "errors"],
    rows: [
      ...loadRows(crew),
      ...memoryRows({ started, afterFew, before, highest, after }),
      ...keptRows(kept),
    ],
    checks: checks([...few.errors, ...firstRound.errors, ...crew.errors], kept, after / before),
  };
}

interface Sample {
  readonly operation: Operation;
  readonly era: MixedClient["era"];
  readonly ms: number;
}

interface Trouble {
  readonly operation: Operation;
  readonly era: MixedClient["era"];
  readonly message: string;
}

interface Crew {
  readonly clients: readonly MixedClient[];
  readonly seconds: number;
  readonly samples: readonly Sample[];
  readonly refusals: readonly Trouble[];
  readonly errors: readonly Trouble[];
}

/** Lets clients connect, do everything once, and disconnect. */
function runRound(address: URL, firstIndex: number, scale: Scale): Promise<Crew> {
  return runCrew(address, firstIndex, { ...scale, loadRequests: scale.loadClients * roundLength });
}

/** Lets clients work until the time or the number of requests is used up, and disconnects them. */
async function runCrew(address: URL, firstIndex: number, scale: Scale): Promise<Crew> {
  const clients = await Promise.all(
    Array.from({ length: scale.loadClients }, (_, index) =>
      openMixedClient(address, index % 2 === 0 ? "modern" : "handshake", firstIndex + index),
    ),
  );
  const samples: Sample[] = [];
  const refusals: Trouble[] = [];
  const errors: Trouble[] = [];
  let left = scale.loadRequests;
  const begin = performance.now();
  const work = async (client: MixedClient): Promise<void> => {
    const { era } = client;
    while (left > 0 && performance.now() - begin < scale.loadMs) {
      left -= 1;
      const { operation, run } = client.next();
      try {
        samples.push({ operation, era, ms: await timed(run) });
      } catch (error) {
        const isDeliberate = error instanceof HttpRefusal && deliberate.includes(error.status);
        const trouble = { operation, era, message: `${operation}: ${(error as Error).message}` };
        (isDeliberate ? refusals : errors).push(trouble);
        // Waits as the header asks; a client that returns at once would only be refused again.
        if (isDeliberate) await pause(1_000);
      }
    }
  };
  await Promise.all(clients.map(work));
  const seconds = (performance.now() - begin) / 1_000;
  await Promise.all(clients.map((client) => client.end()));
  return { clients, seconds, samples, refusals, errors };
}

/** The server's resident memory when it is idle; it collects its garbage by itself. */
async function restingMemory(pid: number, restMs: number): Promise<number> {
  let lowest = Number.POSITIVE_INFINITY;
  for (let waited = 0; waited < restMs; waited += sampleMs) {
    await pause(sampleMs);
    lowest = Math.min(lowest, residentMemory(pid));
  }
  return lowest;
}

interface Kept {
  readonly acknowledged: number;
  readonly stored: number;
  readonly missing: number;
  readonly misplaced: number;
}

/** Every client had its own sessions and waited for each answer, so the ledger has its thoughts in that order. */
async function compareWithLedger(home: string, clients: readonly MixedClient[]): Promise<Kept> {
  const store = await openLedger(home);
  const { allThoughts } = await import("../src/store/port.ts");
  let acknowledged = 0;
  let missing = 0;
  let misplaced = 0;
  for (const [sessionId, numbers] of clients.flatMap((client) => [...client.acknowledged])) {
    const placeOf = new Map<string, number>();
    for await (const { content, seq } of allThoughts(store, sessionId)) placeOf.set(content, seq);
    acknowledged += numbers.length;
    for (const [index, number] of numbers.entries()) {
      const place = placeOf.get(thoughtText(number));
      if (place === undefined) missing += 1;
      else if (place !== index + 1) misplaced += 1;
    }
  }
  const { thoughts: stored, problems } = await store.inspect();
  await store.close();
  if (problems.length > 0) throw new Error(`the ledger is not sound: ${problems.join("; ")}`);
  return { acknowledged, stored, missing, misplaced };
}

function loadRows(crew: Crew): readonly (readonly Cell[])[] {
  const row = (name: string, isIn: (one: Sample | Trouble) => boolean): readonly Cell[] => {
    const times = crew.samples.filter(isIn).map(({ ms }) => ms);
    const refused = crew.refusals.filter(isIn).length;
    const failed = crew.errors.filter(isIn).length;
    const rate = times.length / crew.seconds;
    return [name, times.length, rate, median(times), percentile(times, 0.99), refused, failed];
  };
  return [
    ...operations.map((operation) => row(operation, (one) => one.operation === operation)),
    ...(["modern", "handshake"] as const).map((era) => row(`${era} era`, (one) => one.era === era)),
    row("all", () => true),
  ];
}

/** The server's memory in megabytes, by time. */
interface Memory {
  readonly started: number;
  readonly afterFew: number;
  readonly before: number;
  readonly highest: number;
  readonly after: number;
}

function memoryRows({ started, afterFew, before, highest, after }: Memory): readonly (readonly Cell[])[] {
  const row = (name: string, value: number): readonly Cell[] => [
    `memory ${name}, MB`,
    value,
    "",
    "",
    "",
    "",
    "",
  ];
  return [
    row("when nobody has called yet", started),
    row(`at rest after a round of ${fewClients} clients`, afterFew),
    row("at rest before, after the first round", before),
    row("at its highest", highest),
    row("at rest after", after),
  ];
}

function keptRows({ acknowledged, stored }: Kept): readonly (readonly Cell[])[] {
  return [
    ["thoughts acknowledged, with the first round", acknowledged, "", "", "", "", ""],
    ["thoughts in the ledger", stored, "", "", "", "", ""],
  ];
}

function checks(errors: readonly Trouble[], kept: Kept, growth: number): readonly Check[] {
  const first = errors[0] === undefined ? "" : ` (first: ${errors[0].message.slice(0, 160)})`;
  const unknown = kept.stored - (kept.acknowledged - kept.missing);
  return [
    none(`errors${first}`, errors.length),
    none("acknowledged, but not in the ledger", kept.missing),
    none("in the ledger at another place than acknowledged", kept.misplaced),
    none("in the ledger, but never acknowledged", unknown),
    {
      name: "load: memory at rest, after / before",
      value: growth,
      sense: "at most",
      target: memoryTarget,
      unit: "x",
    },
  ];
}

function none(name: string, value: number): Check {
  return { name: `load: ${name}`, value, sense: "at most", target: 0, unit: "" };
}
