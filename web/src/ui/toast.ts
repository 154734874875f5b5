import { signal } from "@preact/signals";

/** A short message that goes away by itself. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: "done" | "failed";
}

/** The messages that are shown now. */
export const toasts = signal<readonly Toast[]>([]);

const SHOWN_MS = 6_000;
let made = 0;

/** Shows a message and has a screen reader say it. */
export function say(text: string, kind: Toast["kind"] = "done"): void {
  const id = ++made;
  toasts.value = [...toasts.value.slice(-2), { id, text, kind }];
  setTimeout(() => dismiss(id), SHOWN_MS);
}

/** Takes a message away. */
export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}
