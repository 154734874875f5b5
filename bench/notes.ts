import type { Store } from "../src/store/port.ts";
import { openLedger } from "./ledger.ts";
import { percentile } from "./measure.ts";
import { lane } from "./observed.ts";
import type { Table } from "./report.ts";
import type { Scale } from "./scale.ts";
import type { Workspace } from "./workspace.ts";

const target = 1.03;
const warmUp = 1_000;

/** The cost of notes where there are none: each answer of a tool looks for those of its session. */
export async function measureNotes(workspace: Workspace, scale: Scale): Promise<Table> {
  const look = (store: Store) => store.deliverNotes("bench", { most: 5, bytes: 20_000, waits: false });
  const lanes = [
    lane(await openLedger(workspace.folder()), { atOnce: 1 }),
    lane(await openLedger(workspace.folder()), { atOnce: 1, after: look }),
  ] as const;
  for (const one of lanes) await one.run(warmUp);
  for (const one of lanes) one.samples.length = 0;
  const rounds = scale.appendRounds * 8;
  const each = scale.appendsPerRound;
  for (let round = 0; round < rounds; round += 1)
    for (const one of round % 2 === 0 ? lanes : lanes.toReversed()) await one.run(each);
  for (const one of lanes) await one.store.close();
  const [plain, looking] = lanes.map(({ samples }) => percentile(samples, 0.25) / each) as [number, number];
  return {
    title: "Looking for notes",
    note: `Appends of 500 characters, one at a time, in this process: processor time, the lower quartile of ${rounds} rounds of ${each}, in turn.`,
    columns: ["ledger", "CPU µs a thought", "/ no look"],
    rows: [
      ["appends", plain, 1],
      ["appends, each with a look for notes", looking, looking / plain],
    ],
    checks: [
      {
        name: "append, with a look for notes / without",
        value: looking / plain,
        sense: "at most",
        target,
        unit: "x",
      },
    ],
  };
}
