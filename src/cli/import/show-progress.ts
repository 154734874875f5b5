import type { ImportProgress } from "../../import/run-import.ts";
import type { Terminal } from "../command.ts";

const EVERY_MS = 200;

/** Shows the progress of an import on a terminal, on one line of stderr. */
export function showProgress({ isTerminal, err }: Pick<Terminal, "isTerminal" | "err">) {
  let shownAt = 0;
  return {
    show({ done, total, bytesDone, bytesTotal, thoughts }: ImportProgress): void {
      if (!isTerminal || Date.now() - shownAt < EVERY_MS) return;
      shownAt = Date.now();
      const share = bytesTotal === 0 ? 100 : Math.floor((100 * bytesDone) / bytesTotal);
      err(`\r${share}% · ${done} of ${total} sessions · ${thoughts} thoughts   `);
    },
    end(): void {
      if (shownAt > 0) err("\r\u001b[K");
    },
  };
}
