import type { ImportProgress } from "../../import/run-import.ts";
import type { Terminal } from "../command.ts";
import { progressLine } from "../progress-line.ts";

/** Shows the progress of an import on a terminal. */
export function showProgress(terminal: Pick<Terminal, "isTerminal" | "err">) {
  const { show, end } = progressLine(terminal);
  return {
    show: ({ done, total, bytesDone, bytesTotal, thoughts }: ImportProgress) =>
      show(() => {
        const share = bytesTotal === 0 ? 100 : Math.floor((100 * bytesDone) / bytesTotal);
        return `${share}% · ${done} of ${total} sessions · ${thoughts} thoughts`;
      }),
    end,
  };
}
