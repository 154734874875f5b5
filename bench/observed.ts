import type { Store } from "../src/store/port.ts";
import type { Meter } from "../src/telemetry/meter.ts";
import { loadTextImports, openLedger } from "./ledger.ts";
import { median, percentile, timed } from "./measure.ts";
import { pipeline } from "./pipeline.ts";
import type { Table } from "./report.ts";
import type { Scale } from "./scale.ts";
import { thoughtText } from "./thoughts.ts";
import type { Workspace } from "./workspace.ts";

const target = 1.05;
const inFlight = 64;
const warmUp = 2_000;

/** Benchmark 10: the cost of metrics. Two ledgers alternate; one is observed as in a server. */
export async function measureObserved(workspace: Workspace, scale: Scale): Promise<Table> {
  const meter = await openMeter();
  const { observedStore } = await import("../src/store/observed-store.ts");
  const lanes = [
    lane(await openLedger(workspace.folder())),
    lane(observedStore(await openLedger(workspace.folder()), meter)),
  ] as const;
  for (const one of lanes) await one.run(warmUp);
  for (const one of lanes) one.samples.length = 0;
  const rounds = scale.appendRounds * 8;
  const each = scale.appendsPerRound * 5;
  for (let round = 0; round < rounds; round += 1)
    for (const one of round % 2 === 0 ? lanes : lanes.toReversed()) await one.run(each);
  for (const one of lanes) await one.store.close();
  const [plain, observed] = lanes.map(({ samples }) => percentile(samples, 0.25) / each) as [number, number];
  const renders: number[] = [];
  for (let turn = 0; turn < 200; turn += 1) renders.push(await timed(() => meter.text()));
  const bytes = Buffer.byteLength(await meter.text());
  return {
    title: "Counting",
    note: `Appends of 500 characters, ${inFlight} at a time, in this process: processor time, the lower quartile of ${rounds} rounds of ${each}, in turn.`,
    columns: ["ledger", "CPU µs a thought", "/ not observed"],
    rows: [
      ["not observed", plain, 1],
      ["observed", observed, observed / plain],
      [`one /metrics, ${bytes} bytes`, median(renders) * 1_000, "n/a"],
    ],
    checks: [
      { name: "append, observed / not", value: observed / plain, sense: "at most", target, unit: "x" },
    ],
  };
}

async function openMeter(): Promise<Meter> {
  await loadTextImports();
  const { createMeter } = await import("../src/telemetry/meter.ts");
  return createMeter({ version: "0.0.0", modelName: () => undefined });
}

interface LaneOptions {
  /** How many appends are under way at once. */
  readonly atOnce?: number;
  /** Runs after each append. */
  readonly after?: (store: Store) => Promise<unknown>;
}

/** A ledger that thoughts are appended to in rounds. */
export function lane(store: Store, { atOnce = inFlight, after }: LaneOptions = {}) {
  const samples: number[] = [];
  let next = 0;
  return {
    store,
    samples,
    /** Appends this many thoughts; the processor time of all, in microseconds, is one sample. */
    async run(count: number): Promise<void> {
      const first = next;
      next += count;
      const before = process.cpuUsage();
      await pipeline(first, next - 1, atOnce, async (index) => {
        await append(store, index);
        await after?.(store);
      });
      // Listing waits for the follow-up work of all appends, so that neither ledger leaves work for the other's round.
      await store.sessions({ limit: 1 });
      const { user, system } = process.cpuUsage(before);
      samples.push(user + system);
    },
  };
}

function append(store: Store, index: number) {
  return store.append({
    target: { sessionId: "bench", create: () => ({ title: "Bench", mode: "chain" }) },
    content: thoughtText(index),
    number: index + 1,
    total: index + 2,
    nextThoughtNeeded: true,
    mode: "chain",
    source: "thoughtbox",
  });
}
