import { setTimeout as pause } from "node:timers/promises";
import { median, percentile } from "../measure.ts";
import { type MixedClient, type Operation, openMixedClient, operations } from "../mixed-client.ts";
import type { Cell, Table } from "../report.ts";
import type { Scale } from "../scale.ts";
import type { Workspace } from "../workspace.ts";
import { serve } from "./contenders.ts";

const servers = 2;
const clients = 32;
/** The interval between the due times of one client's requests in the paced run. */
const paceMs = 320;

/** Measures requests of all kinds on a full store, at a steady pace and as fast as possible. */
export async function measureMixed(workspace: Workspace, url: string, scale: Scale): Promise<Table> {
  const running = await serve(workspace, url, servers);
  const crew = await Promise.all(
    Array.from({ length: clients }, (_, index) =>
      openMixedClient(running[index % servers]!.address, index % 4 < 2 ? "modern" : "handshake", index),
    ),
  );
  await run(crew, scale.mixedMs / 4, 0);
  const paced = await run(crew, scale.mixedMs, paceMs);
  const unpaced = await run(crew, scale.mixedMs, 0);
  for (const client of crew) await client.end();
  for (const server of running) await server.end();
  const errors = [...paced.errors, ...unpaced.errors];
  const first = errors[0] === undefined ? "" : ` (first: ${errors[0].slice(0, 160)})`;
  return {
    title: "Mixed load on a full PostgreSQL store",
    note:
      `${clients} clients of both protocol eras on ${servers} servers and the store above. Paced: ${clients} requests every ${paceMs} ms; ` +
      "times start when a request is due. Unpaced: each client sends at once, so times are those of overloaded servers.",
    columns: ["what", "requests/s", "p50 ms", "p99 ms"],
    rows: [
      ...operations.map((operation) => row(`${operation}, paced`, paced, operation)),
      row("all, paced", paced),
      ...operations.map((operation) => row(`${operation}, unpaced`, unpaced, operation)),
      row("all, unpaced", unpaced),
    ],
    checks: [
      {
        name: `PostgreSQL, mixed load: errors${first}`,
        value: errors.length,
        sense: "at most",
        target: 0,
        unit: "",
      },
    ],
  };
}

interface Run {
  readonly seconds: number;
  readonly samples: readonly { readonly operation: Operation; readonly ms: number }[];
  readonly errors: readonly string[];
}

/** Runs the clients for this time. Without a pace, each sends its next request after the answer. */
async function run(crew: readonly MixedClient[], length: number, pace: number): Promise<Run> {
  const samples: { operation: Operation; ms: number }[] = [];
  const errors: string[] = [];
  const start = performance.now();
  const work = async (client: MixedClient, index: number): Promise<void> => {
    for (let due = start + (index / crew.length) * pace; due - start < length; ) {
      if (due > performance.now()) await pause(due - performance.now());
      const { operation, run } = client.next();
      const sent = pace === 0 ? performance.now() : due;
      try {
        await run();
        samples.push({ operation, ms: performance.now() - sent });
      } catch (error) {
        errors.push(`${operation}: ${(error as Error).message}`);
      }
      due = pace === 0 ? performance.now() : due + pace;
    }
  };
  await Promise.all(crew.map(work));
  return { seconds: (performance.now() - start) / 1_000, samples, errors };
}

function row(name: string, { samples, seconds }: Run, only?: Operation): readonly Cell[] {
  const times = samples
    .filter(({ operation }) => only === undefined || operation === only)
    .map(({ ms }) => ms);
  return [name, times.length / seconds, median(times), percentile(times, 0.99)];
}
