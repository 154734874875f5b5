import type { Watch } from "../mcp/define.ts";
import type { AskWatch } from "../reasoning/index.ts";

/** How the caller of a tool follows a model's work. */
export function followed(watch: Watch): AskWatch {
  return {
    signal: watch.signal,
    // A caller that has gone is told by the signal.
    progress: (says, letters) => void watch.progress(says, letters).catch(() => {}),
    ...(watch.journal && { journal: watch.journal }),
    onTakenOver: () => watch.mark?.("clew/takenOver", true),
  };
}
