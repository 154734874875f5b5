import { realpathSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createKernels, type KernelSettings } from "../../src/notebook/kernel/kernels.ts";
import {
  createNotebooks,
  type Desk,
  type NotebookSettings,
  type Notebooks,
} from "../../src/notebook/notebooks.ts";
import { openStore } from "../../src/store/open.ts";
import { scratchFolder } from "../durability/scratch.ts";

/** Notebooks on a ledger of their own, in a data home that goes away with the test. */
export async function notebookDesk(
  settings: Partial<NotebookSettings> = {},
  kernelSettings: Partial<KernelSettings> = {},
) {
  const home = realpathSync(scratchFolder());
  const store = await openStore({ memory: true });
  onTestFinished(() => store.close());
  /** The notebooks of one process; those of a second have kernels of their own. */
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
  const desk = { handle: "desk-1" } satisfies Desk;
  const notebooks = start();
  /** A notebook of these code cells, named a.ts, b.ts… */
  const withCode = async (...codes: readonly string[]) => {
    const { id } = await notebooks.create(desk, { title: "Cells" });
    for (const [index, content] of codes.entries())
      await notebooks.addCell(desk, {
        kind: "code",
        content,
        filename: `${String.fromCharCode(97 + index)}.ts`,
      });
    return id;
  };
  return { home, store, notebooks, start, desk, withCode };
}
