import { signal } from "@preact/signals";

/** A short message that goes away by itself. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: "done" | "failed";
  /** Takes back what the message reports. */
  readonly undo: (() => void) | undefined;
}

/** The messages that are shown now. */
export const toasts = signal<readonly Toast[]>([]);

const SHOWN_MS = 6_000;
/** A message that can be undone stays longer. */
const UNDO_MS = 12_000;
let made = 0;

/** Shows a message and has a screen reader say it. */
export function say(text: string, kind: Toast["kind"] = "done", undo?: () => void): void {
  const id = ++made;
  toasts.value = [...toasts.value.slice(-2), { id, text, kind, undo }];
  setTimeout(() => dismiss(id), undo ? UNDO_MS : SHOWN_MS);
}

/** Takes a message away. */
export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** Undoes what the newest message with an undo reports. */
export function undoNewest(): void {
  const newest = toasts.value.findLast(({ undo }) => undo !== undefined);
  if (!newest) return;
  dismiss(newest.id);
  newest.undo?.();
}
