import { signal } from "@preact/signals";
import { api } from "../../data/api.ts";
import type { FoundImports, ImportState } from "../../data/api-types.ts";
import { asApiError } from "../../data/resource.ts";
import { say } from "../../ui/toast.ts";

const POLL_MS = 500;
/** Sessions with activity in this many days are offered; clients delete older ones. */
export const DAYS = 30;

/** The programs whose sessions the empty page found and that were not imported since. */
export const offers = signal<FoundImports["programs"]>([]);

/** The import that this page follows, and what it did. The list of sessions shows it too, once there are any. */
export const importRun = signal<ImportState>({});

/** Looks for sessions of other programs. A caller that may not import is offered nothing. */
export async function findImports(signal: AbortSignal): Promise<void> {
  const [{ programs }, now] = await Promise.all([
    api.importsFound(DAYS, { signal }),
    api.importState({ signal }),
  ]);
  offers.value = programs;
  if (now.running && now.running.progress.total > 0 && !importRun.value.running) followImport(now);
}

/** Imports the sessions of a program. */
export async function startImport(program: string): Promise<void> {
  try {
    followImport(await api.startImport(program, DAYS));
  } catch (error) {
    say(asApiError(error).message, "failed");
  }
}

/** Shows the state of an import until it ends. */
export function followImport(state: ImportState): void {
  const before = importRun.value.running;
  importRun.value = state;
  if (state.running) setTimeout(poll, POLL_MS);
  else if (state.last && before)
    offers.value = offers.value.filter(({ program }) => program !== before.program);
  else if (state.failed) say(state.failed, "failed");
}

async function poll(): Promise<void> {
  // A request that fails is repeated: the server may be restarting.
  followImport(await api.importState().catch(() => importRun.value));
}
