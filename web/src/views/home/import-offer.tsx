import { useEffect } from "preact/hooks";
import { DAYS, findImports, importRun, offers, startImport } from "./import-run.ts";
import { ImportStatus } from "./import-status.tsx";

/** Offers to import sessions of other programs on the server's machine. Nothing is imported before the click. */
export function ImportOffer() {
  const { running } = importRun.value;

  useEffect(() => {
    const stop = new AbortController();
    findImports(stop.signal).catch(() => {});
    return () => stop.abort();
  }, []);

  return (
    <>
      {running === undefined && <ImportStatus />}
      {offers.value.map(({ program, name, sessions }) => {
        const progress = running?.program === program ? running.progress : undefined;
        return (
          <section key={program} class="example">
            <div>
              <h2>
                Found {sessions} {sessions === 1 ? "session" : "sessions"} of {name} from the last {DAYS} days
              </h2>
              {progress ? (
                <progress
                  aria-label={`Import of ${name}`}
                  max={Math.max(1, progress.bytesTotal)}
                  value={progress.bytesDone}
                />
              ) : (
                <p class="quiet">
                  Import them to search and compare your own past. The files stay as they are.
                </p>
              )}
            </div>
            <button
              type="button"
              class="button primary"
              onClick={() => startImport(program)}
              disabled={running !== undefined}
            >
              {progress ? `${progress.done} of ${progress.total}` : "Import"}
            </button>
          </section>
        );
      })}
    </>
  );
}
