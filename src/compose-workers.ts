import type { WorkersFact } from "./cli/command.ts";
import type { LedgerPlace } from "./config/ledger-place.ts";
import type { Config } from "./config/schema.ts";
import type { Jobs } from "./jobs/jobs.ts";
import { openJobs } from "./store/open.ts";
import { cached, createProbe, type Probe } from "./telemetry/probe.ts";

type Workers = Awaited<ReturnType<Jobs["workers"]>>;
type Kind = "notebook" | "model";

/** How long it is cached who takes jobs. */
const REMEMBERED_MS = 1_000;
const WORDS: Readonly<Record<Kind, string>> = { notebook: "notebook runs", model: "work for the model" };

/** Whether somebody takes what a server hands in; it is down when nobody takes one of these kinds. */
export function workersProbe(jobs: Pick<Jobs, "workers">, kinds: readonly Kind[]): Probe {
  const look = createProbe(async () => {
    const workers = await jobs.workers();
    const reason = lackOf(workers, kinds);
    const { notebook = 0, model = 0 } = workers;
    return { status: reason ? "down" : "up", ...(reason && { reason }), notebook, model };
  });
  return cached(look, REMEMBERED_MS);
}

/** Who takes jobs now, for `clew doctor`; undefined where a process does its own. */
export async function findWorkers({ work }: Config, place: LedgerPlace): Promise<WorkersFact | undefined> {
  if (!("databaseUrl" in place)) return undefined;
  const jobs = await openJobs(place.databaseUrl);
  try {
    const workers = await jobs.workers();
    const lack = lackOf(workers, ["notebook"]);
    if (lack === undefined) return { ok: true, says: counted(workers) };
    if (work === "off") return { ok: false, says: lack };
    return { ok: true, says: "none now; servers take jobs themselves, because CLEW_WORK is on" };
  } finally {
    await jobs.close();
  }
}

/** What nobody takes, and what to start. */
function lackOf(workers: Workers, kinds: readonly Kind[]): string | undefined {
  const lacking = kinds.filter((kind) => !workers[kind]).map((kind) => WORDS[kind]);
  if (lacking.length === 0) return undefined;
  const engine = workers.notebook ? " with an engine" : "";
  return `Nobody takes ${lacking.join(" or ")}: start \`clew worker\`${engine} on the same database, or set CLEW_WORK=on for a server.`;
}

function counted({ notebook = 0, model = 0 }: Workers): string {
  return `${notebook} for ${WORDS.notebook}, ${model} for ${WORDS.model}`;
}
