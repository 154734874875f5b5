import { join } from "node:path";
import { createKernels } from "../../src/notebook/kernel/kernels.ts";
import { lazyNotebooks } from "../../src/notebook/lazy.ts";
import { createNotebooks, type Notebooks } from "../../src/notebook/notebooks.ts";
import type { Store } from "../../src/store/port.ts";

/** For tests that use no notebook. */
export const noNotebooks: Notebooks = lazyNotebooks(() =>
  Promise.reject(new Error("No notebook was expected.")),
);

/** Notebooks on a store, with real kernels in a data home; nothing can be installed. */
export function openNotebooks(store: Store, home: string): Notebooks {
  const kernels = createKernels({ folder: join(home, "notebooks"), warm: 0 });
  return createNotebooks(store, kernels, {
    home,
    timeoutMs: 30_000,
    maxTimeoutMs: 300_000,
    allowNet: [],
  });
}
