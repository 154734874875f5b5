import { paragraph } from "../table.ts";

/** Makes streamed text safe for a terminal, also where an escape sequence is split between chunks. */
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
      // The two characters of a line end may arrive in two chunks.
      held = all.endsWith("\r") ? "\r" : "";
      pass(all.slice(0, all.length - held.length));
    },
    /** Writes the text that was held back, and ends an unfinished line. */
    end(): void {
      pass(held);
      held = "";
      if (!atStart) write("\n");
      atStart = true;
    },
  };
}
