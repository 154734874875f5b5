import { useCallback, useLayoutEffect, useRef } from "preact/hooks";
import type { CellShape } from "../../data/api-types.ts";
import { focusCell } from "./cell-focus.ts";
import type { NotebookStore } from "./notebook-store.ts";

/** What had the keyboard when a cell was to be moved. */
interface Held {
  readonly cellId: string;
  readonly element: Element | null;
}

/** Moves cells. The browser takes the keyboard from what changes its place; it is given back. */
export function useMoving(store: NotebookStore, cells: readonly CellShape[]) {
  const held = useRef<Held | undefined>(undefined);
  const order = cells.map(({ id }) => id).join();
  useLayoutEffect(() => {
    if (held.current) giveBack(held.current);
  }, [order]);
  return useCallback(
    async (cellId: string, step: 1 | -1) => {
      const mine = { cellId, element: document.activeElement };
      held.current = mine;
      await store.move(cellId, step);
      if (held.current === mine) held.current = undefined;
    },
    [store],
  );
}

function giveBack({ cellId, element }: Held): void {
  const { activeElement, body } = document;
  // Who went elsewhere meanwhile stays there.
  if (activeElement !== element && activeElement !== body) return;
  // A button that can do no more does not take it.
  if (element instanceof HTMLElement && element !== body && !element.matches(":disabled"))
    element.focus({ preventScroll: true });
  else focusCell(cellId);
  document.activeElement?.closest("[data-cell]")?.scrollIntoView({ block: "nearest" });
}
