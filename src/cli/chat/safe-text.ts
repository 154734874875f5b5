import { createSafeStream } from "../notebook/safe-stream.ts";

/** Makes streamed text safe for a terminal; a surrogate pair that is split across pieces stays whole. */
export function createSafeText(write: (text: string) => void) {
  const stream = createSafeStream(write);
  let half = "";
  return {
    push(text: string): void {
      const all = half + text;
      half = /[\ud800-\udbff]$/.test(all) ? all.slice(-1) : "";
      stream.push(all.slice(0, all.length - half.length).toWellFormed());
    },
    /** Writes held-back text and ends an open line. */
    end(): void {
      stream.push(half.toWellFormed());
      half = "";
      stream.end();
    },
  };
}
