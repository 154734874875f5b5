import type { ToolProgress } from "../mcp/define.ts";
import type { ReasoningObserver } from "../reasoning/index.ts";

/** Connects a tool's caller to a model's work: progress out, cancellation in. */
export function followRun({ signal, report, mark, journal }: ToolProgress): ReasoningObserver {
  return {
    signal,
    // If the caller has disconnected, the signal aborts.
    progress: (message, characters) => void report(message, characters).catch(() => {}),
    journal,
    onTakenOver: () => mark?.("clew/takenOver", true),
  };
}
