import type { CellRun, NotebookState } from "../../notebook/notebook-store.ts";
import type { Outputs } from "../../notebook/output.ts";
import { CommandFailure, type Services } from "../command.ts";
import { line } from "../table.ts";

/** A notebook of the ledger with the last runs of its cells. */
export interface StoredNotebook {
  readonly notebook: NotebookState;
  readonly runs: ReadonlyMap<string, CellRun>;
}

/** Reads a notebook of the ledger; refuses an id that it does not have. */
export async function readStoredNotebook(
  services: Services,
  flags: Readonly<Record<string, unknown>>,
  id: string,
): Promise<StoredNotebook> {
  const store = await services.openLedger(services.config(flags));
  try {
    const notebook = await store.notebook(id);
    if (!notebook)
      throw new CommandFailure(`no notebook '${line(id, 80)}'. \`clew notebook list\` shows what there is.`);
    return { notebook, runs: await store.cellRuns(id) };
  } finally {
    await store.close();
  }
}

/** The outputs of the last runs. */
export function storedOutputs({ runs }: StoredNotebook): Outputs {
  return new Map([...runs].map(([id, { outputs }]) => [id, outputs]));
}
