import { type ReadonlySignal, signal } from "@preact/signals";

const ids = signal<ReadonlySet<string>>(new Set());
const picking = signal(false);
let last: string | undefined;

/** The ids of the selected sessions. */
export const selection: ReadonlySignal<ReadonlySet<string>> = ids;

/** Whether every row shows its checkbox, on screens where a pointer cannot hover. */
export const isPicking: ReadonlySignal<boolean> = picking;

/** Shows or hides the checkboxes; hiding them clears the selection. */
export function togglePicking(): void {
  if (picking.value) clearSelection();
  else picking.value = true;
}

/** Selects a session or removes it from the selection. A range goes from the session selected before to this one. */
export function select(id: string, { isRange = false } = {}): void {
  const next = new Set(ids.value);
  const isAdded = !next.has(id);
  for (const one of isRange ? between(last, id) : [id])
    if (isAdded) next.add(one);
    else next.delete(one);
  last = id;
  ids.value = next;
}

/** Selects all sessions of the list that are loaded. */
export function selectAll(all: readonly string[]): void {
  ids.value = new Set(all);
}

/** Removes sessions from the selection, and nothing that was selected meanwhile. */
export function deselect(gone: ReadonlySet<string>): void {
  ids.value = new Set([...ids.value].filter((id) => !gone.has(id)));
}

/** Selects nothing. */
export function clearSelection(): void {
  last = undefined;
  picking.value = false;
  if (ids.value.size > 0) ids.value = new Set();
}

/** The session of the row that has the focus. */
export function focusedSession(): string | undefined {
  const row = document.activeElement?.closest(".session");
  return row?.querySelector<HTMLElement>("[data-session]")?.dataset.session;
}

/** The sessions between two of the list, both included. */
function between(from: string | undefined, to: string): readonly string[] {
  const listed = [...document.querySelectorAll<HTMLElement>("[data-session]")].map(
    ({ dataset }) => dataset.session!,
  );
  const [start, end] = [from === undefined ? -1 : listed.indexOf(from), listed.indexOf(to)];
  if (start < 0 || end < 0) return [to];
  return listed.slice(Math.min(start, end), Math.max(start, end) + 1);
}
