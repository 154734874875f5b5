import { signal } from "@preact/signals";
import { api } from "../../data/api.ts";
import type { ImportState } from "../../data/api-types.ts";
import { say } from "../../ui/toast.ts";

const POLL_MS = 500;

/** The import that this page follows, and what it did. The list of sessions shows it too, once there are any. */
export const importRun = signal<ImportState>({});

/** Shows the state of an import until it ends. */
export function followImport(state: ImportState): void {
  importRun.value = state;
  if (state.running) setTimeout(poll, POLL_MS);
  else if (state.failed) say(state.failed, "failed");
}

async function poll(): Promise<void> {
  // A request that fails is repeated: the server may be restarting.
  followImport(await api.importState().catch(() => importRun.value));
}
