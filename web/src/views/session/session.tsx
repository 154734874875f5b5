import { useEffect, useMemo, useState } from "preact/hooks";
import { useChanges, useReconnected } from "../../data/changes.ts";
import { isMissing } from "../../data/request.ts";
import { preloadMarkdown } from "../../text/safe-markdown.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { useTitle } from "../../ui/use-title.ts";
import "./session.css";
import { clockTime } from "./clock.ts";
import { LazyGraph } from "./graph/lazy-graph.tsx";
import { Asks } from "./notes/asks.tsx";
import { Outline } from "./outline/outline.tsx";
import { SidePanel } from "./panel/side-panel.tsx";
import type { Reading } from "./reading.ts";
import { SessionHead } from "./session-head.tsx";
import { sessionStoreOf } from "./session-store.ts";
import { ShareDialog } from "./share-dialog.tsx";
import { Timeline } from "./timeline/timeline.tsx";
import { useMoment } from "./timeline/use-moment.ts";
import { type SessionRoute, useReading } from "./use-reading.ts";
import { useSessionKeys } from "./use-session-keys.ts";

preloadMarkdown();

/** One session as outline, graph or timeline, with details of the selected thought. */
export default function Session({ route }: { readonly route: SessionRoute }) {
  const store = useMemo(() => sessionStoreOf(route.id), [route.id]);
  const { moment, setMoment } = useMoment(route);
  const { reading, wantsFocus } = useReading(store, route, moment);
  const [isSharing, setIsSharing] = useState(false);
  useEffect(() => {
    if (store.isWhole.value) store.refresh(undefined);
    else void store.load();
  }, [store]);
  useChanges((changes) => store.refresh(changes));
  useReconnected(() => {
    if (store.error.value) void store.load();
    store.contents.retry();
  });
  useSessionKeys(route, reading, () => setIsSharing(true));
  const session = store.detail.value?.session;
  const shown = reading.detail?.session ?? session;
  useTitle(session?.title ?? "");

  const error = store.error.value;
  if (error && (isMissing(error) || (reading.entries.length === 0 && !session)))
    return (
      <div class="session-view">
        <h1 tabIndex={-1}>Session not available</h1>
        <LoadError error={error} retry={() => void store.load()} />
      </div>
    );
  return (
    <div class={`session-view is-${route.view}${route.panel ? " has-panel" : ""}`}>
      <SessionHead route={route} session={shown} reading={reading} onShare={() => setIsSharing(true)} />
      {session && <Asks session={session} store={store} />}
      <div class="session-body">
        <div class="session-thoughts">
          <h2 class="visually-hidden">Thoughts</h2>
          {route.view === "timeline" ? (
            <Timeline reading={reading} moment={moment} onMoment={setMoment} />
          ) : (
            moment !== undefined && (
              <PastMoment reading={reading} moment={moment} onPresent={() => setMoment(undefined)} />
            )
          )}
          {reading.entries.length === 0 ? (
            store.isWhole.value ? (
              <p class="no-thoughts">No thoughts yet. New thoughts appear here at once.</p>
            ) : (
              <SessionSkeleton />
            )
          ) : route.view === "graph" ? (
            <LazyGraph reading={reading} />
          ) : (
            <Outline
              reading={reading}
              wantsFocus={wantsFocus}
              followsMoment={route.view === "timeline" && !reading.isLive}
            />
          )}
          {store.contents.hasFailed.value && (
            <p class="contents-failed" role="status">
              Some thoughts could not be loaded.{" "}
              <button type="button" class="link-button" onClick={() => store.contents.retry()}>
                Try again
              </button>
            </p>
          )}
        </div>
        <SidePanel route={route} reading={reading} />
      </div>
      {isSharing && session && (
        <ShareDialog session={session} asOf={reading.asOf} onClose={() => setIsSharing(false)} />
      )}
    </div>
  );
}

interface PastMomentProps {
  readonly reading: Reading;
  readonly moment: number;
  onPresent(): void;
}

function PastMoment({ reading: { count, entries }, moment, onPresent }: PastMomentProps) {
  return (
    <p class="past-moment">
      <span>
        Session at <strong>{clockTime(moment)}</strong>: {count} of {entries.length} thoughts
      </span>
      <button type="button" class="button small" onClick={onPresent}>
        Show all
      </button>
    </p>
  );
}

function SessionSkeleton() {
  return (
    <div class="session-skeleton">
      <p class="visually-hidden" role="status">
        Loading the session…
      </p>
      {Array.from({ length: 4 }, (_, index) => (
        <div key={index} class="skeleton-thought" aria-hidden="true">
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
