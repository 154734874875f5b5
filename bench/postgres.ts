import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { startBenchServer } from "./postgres/bench-server.ts";
import { measureFullStore } from "./postgres/full-store.ts";
import { measureMixed } from "./postgres/mixed.ts";
import { measureThroughput } from "./postgres/throughput.ts";
import type { Table } from "./report.ts";
import type { Scale } from "./scale.ts";
import type { Workspace } from "./workspace.ts";

/** Disk space of a loaded thought while its indexes are built, and of everything else. */
const bytesPerThought = 1_600;
const bytesBesides = 4_000_000_000;

/** Benchmark 12: many servers on one PostgreSQL, and a store of ten million thoughts. */
export async function measurePostgres(workspace: Workspace, scale: Scale): Promise<readonly Table[]> {
  // The server's user has no access to the workspace.
  const parent = dirname(workspace.root);
  await using server = await startBenchServer(parent);
  const throughput = await measureThroughput(workspace, server, scale);
  const missing = missingSpace(parent, scale.loadedThoughts);
  if (missing !== undefined) return [throughput, notMeasured(missing)];
  const { table, url } = await measureFullStore(server, scale);
  return [throughput, table, await measureMixed(workspace, url, scale)];
}

/** The message if the store does not fit on the disk. */
function missingSpace(folder: string, thoughts: number): string | undefined {
  const { bavail, bsize } = statfsSync(folder);
  const [needed, free] = [thoughts * bytesPerThought + bytesBesides, bavail * bsize];
  if (free >= needed) return undefined;
  const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(0)} GB`;
  return `${thoughts.toLocaleString("en-US")} thoughts need ${gigabytes(needed)} in ${folder}, and ${gigabytes(free)} are free: choose another folder with --dir.`;
}

function notMeasured(note: string): Table {
  const check = { name: "PostgreSQL: a full store", value: Number.NaN, target: 1.3, unit: "x" } as const;
  const title = "A full PostgreSQL store: not measured";
  return { title, note, columns: ["what"], rows: [], checks: [{ ...check, sense: "at most" }] };
}
