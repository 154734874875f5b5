import { useEffect, useMemo, useState } from "preact/hooks";
import { useChanges, useReconnected } from "../../data/changes.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { useTitle } from "../../ui/use-title.ts";
import "./session.css";
import { LazyGraph } from "./graph/lazy-graph.tsx";
import { Outline } from "./outline/outline.tsx";
import { SidePanel } from "./panel/side-panel.tsx";
import { SessionHead } from "./session-head.tsx";
import { SessionSkeleton } from "./session-skeleton.tsx";
import { sessionStoreOf } from "./session-store.ts";
import { ShareDialog } from "./share-dialog.tsx";
import { Timeline } from "./timeline/timeline.tsx";
import { useMoment } from "./timeline/use-moment.ts";
import { type SessionRoute, useReading } from "./use-reading.ts";
import { useSessionKeys } from "./use-session-keys.ts";
import { WhenLooking } from "./when-looking.tsx";

/** One session: outline, graph and timeline of the same thoughts, and everything about the chosen one. */
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
  useTitle(session?.title ?? "");

  const error = store.error.value;
  if (error && reading.marks.length === 0 && !session)
    return (
      <div class="session-view">
        <h1 tabIndex={-1}>This session cannot be shown</h1>
        <LoadError error={error} retry={() => void store.load()} />
      </div>
    );
  return (
    <div class={`session-view is-${route.view}${route.panel ? " has-panel" : ""}`}>
      <SessionHead route={route} session={session} reading={reading} onShare={() => setIsSharing(true)} />
      <div class="session-body">
        <div class="session-thoughts">
          {route.view === "timeline" ? (
            <Timeline reading={reading} moment={moment} onMoment={setMoment} />
          ) : (
            moment !== undefined && (
              <WhenLooking reading={reading} moment={moment} onPresent={() => setMoment(undefined)} />
            )
          )}
          {reading.marks.length === 0 ? (
            store.isWhole.value ? (
              <p class="no-thoughts">
                Nothing has been thought here yet. It shows as soon as there is a thought.
              </p>
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
      {isSharing && session && <ShareDialog session={session} onClose={() => setIsSharing(false)} />}
    </div>
  );
}
