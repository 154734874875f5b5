import { paragraph } from "../table.ts";

/** Passes a text on piece by piece, safe to show on a terminal wherever it was cut. */
export function createSafeStream(write: (text: string) => void) {
  let held = "";
  let atStart = true;
  const pass = (text: string) => {
    if (text === "") return;
    write(paragraph(text));
    atStart = /[\r\n]$/.test(text);
  };
  return {
    push(text: string): void {
      const all = held + text;
      // A line end of two letters may come in two pieces.
      held = all.endsWith("\r") ? "\r" : "";
      pass(all.slice(0, all.length - held.length));
    },
    /** Gives out what was held back, and ends a line that was begun. */
    end(): void {
      pass(held);
      held = "";
      if (!atStart) write("\n");
      atStart = true;
    },
  };
}
