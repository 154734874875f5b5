import { countText } from "../../text/count-text.ts";
import { importRun, offers, startImport } from "./import-run.ts";

/** The progress of an import above the sessions that it brings, and at the end what it did, skipped and left. */
export function ImportStatus({ hasOffers = false }: { readonly hasOffers?: boolean }) {
  const { running, last } = importRun.value;
  if (running) {
    const { done, total, thoughts, bytesDone, bytesTotal } = running.progress;
    return (
      <div class="import-status">
        <span>
          {total === 0
            ? "Looking for sessions…"
            : `Importing ${done} of ${countText(total, "session")}, ${countText(thoughts, "thought")}`}
        </span>
        <progress aria-label="Import" max={Math.max(1, bytesTotal)} value={bytesDone} />
      </div>
    );
  }
  if (!last) return null;
  const { imported, skipped } = last;
  const reasons = Object.entries(skipped).map(([reason, count]) => `${count} ${reason}`);
  const done = [
    `Imported ${countText(imported.sessions, "session")} with ${countText(imported.thoughts, "thought")}`,
    ...(imported.hidden > 0 ? [`; ${countText(imported.hidden, "reasoning block")} hidden`] : []),
    ...(reasons.length > 0 ? [`. Skipped: ${reasons.join(", ")}`] : []),
  ];
  return (
    <div class="import-status">
      <span role="status">{`${done.join("")}.`}</span>
      {hasOffers &&
        offers.value.map(({ program, name, sessions }) => (
          <button key={program} type="button" class="button" onClick={() => startImport(program)}>
            Import {countText(sessions, "session")} of {name}
          </button>
        ))}
      <button type="button" class="button" onClick={() => (importRun.value = {})}>
        Dismiss
      </button>
    </div>
  );
}
