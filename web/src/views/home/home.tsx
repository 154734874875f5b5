import { useEffect, useMemo, useRef } from "preact/hooks";
import { api } from "../../data/api.ts";
import { useChanges, useReconnected } from "../../data/changes.ts";
import "./home.css";
import { useResource } from "../../data/resource.ts";
import { throttle } from "../../data/throttle.ts";
import { useShortcuts } from "../../input/keys.ts";
import type { Route } from "../../input/route.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { moveFocus } from "../../ui/move-focus.ts";
import { useTitle } from "../../ui/use-title.ts";
import { Filters } from "./filters.tsx";
import { ListHead } from "./list-head.tsx";
import { SavedFilters } from "./saved-filters.tsx";
import { clearSelection, focusedSession, select } from "./selection.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { SessionRows } from "./session-rows.tsx";
import { sessionsFor } from "./sessions-store.ts";
import { Welcome } from "./welcome.tsx";

/** The live list of all sessions. */
export default function Home({ route: { filter } }: { readonly route: Extract<Route, { name: "home" }> }) {
  useTitle("");
  const store = sessionsFor(filter);
  const facets = useResource("facets", (signal) => api.facets({ signal }));
  const reloadFacets = useMemo(() => throttle(facets.reload, 3_000), [facets.reload]);
  const textField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (store.list.value) store.refresh(undefined);
    else void store.load();
  }, [store]);
  useEffect(() => clearSelection, []);
  useChanges((changes) => {
    store.refresh(changes);
    reloadFacets();
  });
  useReconnected(() => {
    if (store.error.value) store.refresh(undefined);
  });
  const shortcuts = useMemo(
    () => [
      { keys: ["j", "ArrowDown"], does: "next session", run: () => moveFocus(".session-title", 1) },
      { keys: ["k", "ArrowUp"], does: "previous session", run: () => moveFocus(".session-title", -1) },
      { keys: ["/"], does: "filter by text", run: () => textField.current?.focus() },
      {
        keys: ["x"],
        does: "select or deselect a session",
        run() {
          const id = focusedSession();
          if (id !== undefined) select(id);
        },
      },
      { keys: ["Escape"], does: "clear the selection", run: clearSelection },
      { keys: ["."], does: "show new sessions", run: () => store.sort() },
    ],
    [store],
  );
  useShortcuts("Sessions", shortcuts);

  const list = store.list.value;
  const error = store.error.value;
  const isFiltered = Object.keys(filter).length > 0;
  if (list && list.rows.length === 0 && !isFiltered) return <Welcome />;
  return (
    <div class="home">
      <div class="home-head">
        <h1 tabIndex={-1}>Sessions</h1>
        {list && <ListHead list={list} isFiltered={isFiltered} onSort={store.sort} />}
      </div>
      <Filters filter={filter} facets={facets.data} textField={textField} />
      <SavedFilters filter={filter} />
      {error && !list ? (
        <LoadError error={error} retry={() => void store.load()} />
      ) : list ? (
        <>
          <SessionRows
            list={list}
            text={filter.text ?? ""}
            error={error}
            isLoadingMore={store.isLoadingMore.value}
            onMore={() => void store.loadMore()}
          />
          <SelectionBar />
        </>
      ) : (
        <Skeleton />
      )}
    </div>
  );
}

function Skeleton() {
  return (
    <div class="skeleton" role="status">
      <span class="visually-hidden">Loading sessions…</span>
      {Array.from({ length: 10 }, (_, index) => (
        <div key={index} class="skeleton-row" aria-hidden="true">
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
