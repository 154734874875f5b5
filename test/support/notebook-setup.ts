import { realpathSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createKernels, type KernelSettings } from "../../src/notebook/kernel/kernels.ts";
import {
  createNotebooks,
  type NotebookCaller,
  type NotebookSettings,
  type Notebooks,
} from "../../src/notebook/notebooks.ts";
import { openStore } from "../../src/store/open.ts";
import { scratchFolder } from "../durability/scratch.ts";

/** Notebooks on a new ledger, in a data home that is removed with the test. */
export async function notebookSetup(
  settings: Partial<NotebookSettings> = {},
  kernelSettings: Partial<KernelSettings> = {},
) {
  const home = realpathSync(scratchFolder());
  const store = await openStore({ memory: true });
  onTestFinished(() => store.close());
  /** The notebooks of one process; those of a second have separate kernels. */
  const start = (): Notebooks => {
    const kernels = createKernels({ folder: join(home, "notebooks"), warm: 0, ...kernelSettings });
    const notebooks = createNotebooks(store, kernels, {
      home,
      timeoutMs: 20_000,
      maxTimeoutMs: 60_000,
      allowNet: [],
      ...settings,
    });
    onTestFinished(() => notebooks.close());
    return notebooks;
  };
  const caller = { handle: "caller-1" } satisfies NotebookCaller;
  const notebooks = start();
  /** A notebook of these code cells, named a.ts, b.ts… */
  const withCode = async (...codes: readonly string[]) => {
    const { id } = await notebooks.create(caller, { title: "Cells" });
    for (const [index, content] of codes.entries())
      await notebooks.addCell(caller, {
        kind: "code",
        content,
        filename: `${String.fromCharCode(97 + index)}.ts`,
      });
    return id;
  };
  return { home, store, notebooks, start, caller, withCode };
}
