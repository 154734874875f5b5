import type { Terminal } from "./command.ts";

const EVERY_MS = 200;

/** Shows progress on one line of stderr; prints nothing if stdout is not a terminal. */
export function progressLine({ isTerminal, err }: Pick<Terminal, "isTerminal" | "err">) {
  let shownAt = 0;
  return {
    show(text: () => string): void {
      if (!isTerminal || Date.now() - shownAt < EVERY_MS) return;
      shownAt = Date.now();
      err(`\r\u001b[K${text()}`);
    },
    end(): void {
      if (shownAt > 0) err("\r\u001b[K");
    },
  };
}
