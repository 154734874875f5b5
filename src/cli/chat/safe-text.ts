import { createSafeStream } from "../notebook/safe-stream.ts";

/** Passes on what a model says, safe to show on a terminal wherever it was cut: a letter of two halves stays whole. */
export function createSafeText(write: (text: string) => void) {
  const stream = createSafeStream(write);
  let half = "";
  return {
    push(text: string): void {
      const all = half + text;
      half = /[\ud800-\udbff]$/.test(all) ? all.slice(-1) : "";
      stream.push(all.slice(0, all.length - half.length).toWellFormed());
    },
    /** Gives out what was held back, and ends a line that was begun. */
    end(): void {
      stream.push(half.toWellFormed());
      half = "";
      stream.end();
    },
  };
}
