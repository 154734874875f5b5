import { countText } from "../../text/count-text.ts";
import { importRun } from "./import-run.ts";

/** The progress of an import above the sessions that it brings, and at the end what it did and skipped. */
export function ImportStatus() {
  const { running, last } = importRun.value;
  if (running) {
    const { done, total, thoughts, bytesDone, bytesTotal } = running.progress;
    return (
      <div class="import-status">
        <span>
          Importing {done} of {countText(total, "session", "sessions")},{" "}
          {countText(thoughts, "thought", "thoughts")}
        </span>
        <progress aria-label="Import" max={Math.max(1, bytesTotal)} value={bytesDone} />
      </div>
    );
  }
  if (!last) return null;
  const { imported, skipped } = last;
  const reasons = Object.entries(skipped).map(([reason, count]) => `${count} ${reason}`);
  return (
    <div class="import-status" role="status">
      <span>
        Imported {countText(imported.sessions, "session", "sessions")} with{" "}
        {countText(imported.thoughts, "thought", "thoughts")}
        {imported.hidden > 0 &&
          `; ${countText(imported.hidden, "reasoning block", "reasoning blocks")} hidden`}
        {reasons.length > 0 && `. Skipped: ${reasons.join(", ")}`}.
      </span>
      <button type="button" class="button" onClick={() => (importRun.value = {})}>
        Dismiss
      </button>
    </div>
  );
}
