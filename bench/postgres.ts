import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { startBenchServer } from "./postgres/bench-server.ts";
import { measureFullStore } from "./postgres/full-store.ts";
import { measureMixed } from "./postgres/mixed.ts";
import { measureThroughput } from "./postgres/throughput.ts";
import type { Table } from "./report.ts";
import type { Scale } from "./scale.ts";
import type { Workspace } from "./workspace.ts";

/** What a loaded thought takes at most while its indexes are built, and what the rest takes. */
const bytesPerThought = 1_600;
const bytesBeside = 4_000_000_000;

/** Figure 12: many servers on one PostgreSQL, and a store of ten million thoughts. */
export async function measurePostgres(workspace: Workspace, scale: Scale): Promise<readonly Table[]> {
  // The server's user may not look into the workspace.
  const parent = dirname(workspace.root);
  await using server = await startBenchServer(parent);
  const throughput = await measureThroughput(workspace, server, scale);
  const missing = missingSpace(parent, scale.loadedThoughts);
  if (missing !== undefined) return [throughput, notTaken(missing)];
  const { table, url } = await measureFullStore(server, scale);
  return [throughput, table, await measureMixed(workspace, url, scale)];
}

/** What to say when the store does not fit. */
function missingSpace(folder: string, thoughts: number): string | undefined {
  const { bavail, bsize } = statfsSync(folder);
  const [needed, free] = [thoughts * bytesPerThought + bytesBeside, bavail * bsize];
  if (free >= needed) return undefined;
  const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(0)} GB`;
  return `${thoughts.toLocaleString("en-US")} thoughts need ${gigabytes(needed)} in ${folder}, and ${gigabytes(free)} are free: choose another folder with --dir.`;
}

function notTaken(note: string): Table {
  const check = { name: "PostgreSQL: a full store", value: Number.NaN, target: 1.3, unit: "x" } as const;
  const title = "A full PostgreSQL store: not taken";
  return { title, note, columns: ["what"], rows: [], checks: [{ ...check, sense: "at most" }] };
}
