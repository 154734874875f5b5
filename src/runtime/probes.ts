import { randomBytes, randomUUID } from "node:crypto";
import type { WorkersFact } from "../cli/command.ts";
import type { LedgerTarget } from "../config/ledger-target.ts";
import type { Config } from "../config/schema.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Notebooks } from "../notebook/notebooks.ts";
import { openJobs } from "../store/open.ts";
import type { Store } from "../store/port.ts";
import { cached, createProbe, type Probe } from "../telemetry/probe.ts";

/** How long the result of a probe is reused. */
const REMEMBERED_MS = 1_000;
/** A handle that no caller has: the probe writes to it. */
const PROBE_HANDLE = "probe:ready";
/** A probe writes as much as an ordinary thought with its indexes, so that it fails if a thought would fail. */
const PROBE_LENGTH = 36 * 1_365;
const PROBE_BYTES = (PROBE_LENGTH / 4) * 3;

/** Whether a write failed for lack of space, and no write of that size has succeeded since. */
export interface Space {
  ranOut: boolean;
}

/** Checks whether the store is writable, by writing to it. */
export function storeProbe(store: Pick<Store, "moveHandle">, space: Space): Probe {
  const write = createProbe(async () => {
    // SQLite skips pages that do not change, so each probe writes another text. PostgreSQL compresses the text and reuses
    // the space of the last one, even on a full disk: once space has run out, the text must be incompressible.
    const text = space.ranOut
      ? randomBytes(PROBE_BYTES).toString("base64")
      : randomUUID().repeat(PROBE_LENGTH / 36);
    await store.moveHandle(PROBE_HANDLE, { task: text });
    space.ranOut = false;
    return { status: "up" };
  });
  return cached(write, REMEMBERED_MS);
}

/** Which sandbox layers are in place; without Deno no cell runs. */
export function notebooksProbe(notebooks: Pick<Notebooks, "sandboxLayers">): Probe {
  return createProbe(async () => {
    const { deno, namespaces, files, limits } = await notebooks.sandboxLayers();
    const sandboxLayers = {
      deno: deno.active,
      namespaces: namespaces.active,
      files: files.active,
      limits: limits.active,
    };
    return deno.active
      ? { status: "up", sandboxLayers }
      : { status: "down", reason: deno.message, sandboxLayers };
  });
}

type Workers = Awaited<ReturnType<Jobs["workers"]>>;
type Kind = "notebook" | "model";

const KIND_NAMES: Readonly<Record<Kind, string>> = { notebook: "notebook runs", model: "model work" };

/** Whether workers exist for these kinds of jobs; down if one kind has none. */
export function workersProbe(jobs: Pick<Jobs, "workers">, kinds: readonly Kind[]): Probe {
  const probe = createProbe(async () => {
    const workers = await jobs.workers();
    const reason = missingWorkers(workers, kinds);
    const { notebook = 0, model = 0 } = workers;
    return { status: reason ? "down" : "up", ...(reason && { reason }), notebook, model };
  });
  return cached(probe, REMEMBERED_MS);
}

/** The workers of a database, for `clew doctor`; undefined if a process runs its own jobs. */
export async function findWorkers({ work }: Config, target: LedgerTarget): Promise<WorkersFact | undefined> {
  if (!("databaseUrl" in target)) return undefined;
  const jobs = await openJobs(target.databaseUrl);
  try {
    const workers = await jobs.workers();
    const missing = missingWorkers(workers, ["notebook"]);
    const { notebook = 0, model = 0 } = workers;
    if (missing === undefined)
      return { ok: true, says: `${notebook} for ${KIND_NAMES.notebook}, ${model} for ${KIND_NAMES.model}` };
    if (work === "off") return { ok: false, says: missing };
    return { ok: true, says: "none now; servers take jobs themselves, because CLEW_WORK is on" };
  } finally {
    await jobs.close();
  }
}

/** A sentence with the kinds of jobs that have no worker, and the command that starts one. */
function missingWorkers(workers: Workers, kinds: readonly Kind[]): string | undefined {
  const missing = kinds.filter((kind) => !workers[kind]).map((kind) => KIND_NAMES[kind]);
  if (missing.length === 0) return undefined;
  const engine = workers.notebook ? " with an engine" : "";
  return `No worker for ${missing.join(" or ")}: start \`clew worker\`${engine} on the same database, or set CLEW_WORK=on for a server.`;
}
