import type { Notebooks } from "./notebooks.ts";

/**
 * Notebooks that are opened on first use, so that a server starts without their kernels. If opening fails, the call
 * fails with the reason and the next call tries again. Once closed they stay closed.
 */
export function lazyNotebooks(open: () => Promise<Notebooks>): Notebooks {
  let opening: Promise<Notebooks> | undefined;
  let closed = false;
  const opened = async (): Promise<Notebooks> => {
    if (closed) throw new Error("Notebooks are closed: the server is ending.");
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    create: async (...given) => (await opened()).create(...given),
    list: async (...given) => (await opened()).list(...given),
    open: async (...given) => (await opened()).open(...given),
    load: async (...given) => (await opened()).load(...given),
    addCell: async (...given) => (await opened()).addCell(...given),
    updateCell: async (...given) => (await opened()).updateCell(...given),
    removeCell: async (...given) => (await opened()).removeCell(...given),
    rename: async (...given) => (await opened()).rename(...given),
    cell: async (...given) => (await opened()).cell(...given),
    runCell: async (...given) => (await opened()).runCell(...given),
    runCells: async (...given) => (await opened()).runCells(...given),
    running: async (...given) => (await opened()).running(...given),
    interrupt: async (...given) => (await opened()).interrupt(...given),
    restart: async (...given) => (await opened()).restart(...given),
    install: async (...given) => (await opened()).install(...given),
    export: async (...given) => (await opened()).export(...given),
    read: async (...given) => (await opened()).read(...given),
    run: async (...given) => (await opened()).run(...given),
    output: async (...given) => (await opened()).output(...given),
    ids: async (...given) => (await opened()).ids(...given),
    ranCells: async (...given) => (await opened()).ranCells(...given),
    viewOf: (store, home) => lazyNotebooks(async () => (await opened()).viewOf(store, home)),
    sandboxLayers: async () => (await opened()).sandboxLayers(),
    close: async () => {
      closed = true;
      if (opening) await (await opening.catch(() => undefined))?.close();
    },
  };
}
