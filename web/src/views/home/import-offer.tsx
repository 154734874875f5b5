import { useEffect, useState } from "preact/hooks";
import { api } from "../../data/api.ts";
import type { FoundImports, ImportState } from "../../data/api-types.ts";
import { asApiError } from "../../data/resource.ts";
import { say } from "../../ui/toast.ts";

/** Sessions with activity in this many days are offered; clients delete older ones. */
const DAYS = 30;
const POLL_MS = 500;

/** Offers to import sessions of other programs on the server's machine. Nothing is imported before the click. */
export function ImportOffer() {
  const [found, setFound] = useState<FoundImports["programs"]>([]);
  const [state, setState] = useState<ImportState>({});
  const isRunning = state.running !== undefined;

  useEffect(() => {
    const stop = new AbortController();
    // A caller that may not import is offered nothing.
    Promise.all([
      api.importsFound(DAYS, { signal: stop.signal }),
      api.importState({ signal: stop.signal }),
    ]).then(
      ([{ programs }, now]) => {
        setFound(programs);
        setState(now);
      },
      () => {},
    );
    return () => stop.abort();
  }, []);

  useEffect(() => {
    if (!isRunning) return;
    const stop = new AbortController();
    const timer = setInterval(() => {
      api.importState({ signal: stop.signal }).then(
        (now) => {
          setState(now);
          if (now.failed) say(now.failed, "failed");
        },
        () => {},
      );
    }, POLL_MS);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [isRunning]);

  const start = async (program: string) => {
    try {
      setState(await api.startImport(program, DAYS));
    } catch (error) {
      say(asApiError(error).message, "failed");
    }
  };

  return (
    <>
      {found.map(({ program, name, sessions }) => {
        const running = state.running?.program === program ? state.running.progress : undefined;
        return (
          <section key={program} class="example">
            <div>
              <h2>
                Found {sessions} {sessions === 1 ? "session" : "sessions"} of {name} from the last {DAYS} days
              </h2>
              {running ? (
                <progress
                  aria-label={`Import of ${name}`}
                  max={Math.max(1, running.bytesTotal)}
                  value={running.bytesDone}
                />
              ) : (
                <p class="quiet">
                  Import them to search and compare your own past. The files stay as they are.
                </p>
              )}
            </div>
            <button type="button" class="button primary" onClick={() => start(program)} disabled={isRunning}>
              {running ? `${running.done} of ${running.total}` : "Import"}
            </button>
          </section>
        );
      })}
    </>
  );
}
