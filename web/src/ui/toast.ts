import { signal } from "@preact/signals";

/** A short message that disappears after a few seconds. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: "done" | "failed";
  /** Undoes the reported action. */
  readonly undo: (() => void) | undefined;
}

/** The visible messages. */
export const toasts = signal<readonly Toast[]>([]);

const SHOWN_MS = 6_000;
/** A message that can be undone stays longer. */
const UNDO_MS = 12_000;
let made = 0;

/** Shows a message; screen readers announce it. */
export function say(text: string, kind: Toast["kind"] = "done", undo?: () => void): void {
  const id = ++made;
  toasts.value = [...toasts.value.slice(-2), { id, text, kind, undo }];
  setTimeout(() => dismiss(id), undo ? UNDO_MS : SHOWN_MS);
}

/** Removes a message. */
export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** Undoes the newest action that can be undone. */
export function undoNewest(): void {
  const newest = toasts.value.findLast(({ undo }) => undo !== undefined);
  if (!newest) return;
  dismiss(newest.id);
  newest.undo?.();
}
