import { useEffect, useState } from "preact/hooks";
import { api } from "../../data/api.ts";
import type { FoundImports } from "../../data/api-types.ts";
import { asApiError } from "../../data/resource.ts";
import { say } from "../../ui/toast.ts";
import { followImport, importRun } from "./import-run.ts";
import { ImportStatus } from "./import-status.tsx";

/** Sessions with activity in this many days are offered; clients delete older ones. */
const DAYS = 30;

/** Offers to import sessions of other programs on the server's machine. Nothing is imported before the click. */
export function ImportOffer() {
  const [found, setFound] = useState<FoundImports["programs"]>([]);
  const { running } = importRun.value;

  useEffect(() => {
    const stop = new AbortController();
    // A caller that may not import is offered nothing.
    Promise.all([
      api.importsFound(DAYS, { signal: stop.signal }),
      api.importState({ signal: stop.signal }),
    ]).then(
      ([{ programs }, now]) => {
        setFound(programs);
        if (now.running && now.running.progress.total > 0 && !importRun.value.running) followImport(now);
      },
      () => {},
    );
    return () => stop.abort();
  }, []);

  const start = async (program: string) => {
    try {
      followImport(await api.startImport(program, DAYS));
    } catch (error) {
      say(asApiError(error).message, "failed");
    }
  };

  return (
    <>
      {running === undefined && <ImportStatus />}
      {found.map(({ program, name, sessions }) => {
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
              onClick={() => start(program)}
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
