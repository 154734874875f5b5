import { useCallback, useLayoutEffect, useRef } from "preact/hooks";
import type { CellShape } from "../../data/api-types.ts";
import { focusCell } from "./cell-focus.ts";
import type { NotebookStore } from "./notebook-store.ts";

/** What had the focus before a move. */
interface Focus {
  readonly cellId: string;
  readonly element: Element | null;
}

/** Moves cells and restores the focus, which the browser removes from a moved element. */
export function useMoveCell(store: NotebookStore, cells: readonly CellShape[]) {
  const focus = useRef<Focus | undefined>(undefined);
  const order = cells.map(({ id }) => id).join();
  useLayoutEffect(() => {
    if (focus.current) restoreFocus(focus.current);
  }, [order]);
  return useCallback(
    async (cellId: string, step: 1 | -1) => {
      const mine = { cellId, element: document.activeElement };
      focus.current = mine;
      await store.move(cellId, step);
      if (focus.current === mine) focus.current = undefined;
    },
    [store],
  );
}

function restoreFocus({ cellId, element }: Focus): void {
  const { activeElement, body } = document;
  // The focus was moved in the meantime.
  if (activeElement !== element && activeElement !== body) return;
  // A disabled button cannot take the focus.
  if (element instanceof HTMLElement && element !== body && !element.matches(":disabled"))
    element.focus({ preventScroll: true });
  else focusCell(cellId);
  document.activeElement?.closest("[data-cell]")?.scrollIntoView({ block: "nearest" });
}
