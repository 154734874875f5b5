import { useEffect, useMemo, useRef } from "preact/hooks";
import { api } from "../../api.ts";
import { useChanges, useReconnected } from "../../changes.ts";
import "./home.css";
import { useShortcuts } from "../../keys.ts";
import { Failed } from "../../parts/failed.tsx";
import { useResource } from "../../resource.ts";
import type { Route } from "../../route.ts";
import { throttled } from "../../throttled.ts";
import { useTitle } from "../../title.ts";
import { Filters } from "./filters.tsx";
import { ListHead } from "./list-head.tsx";
import { moveFocus } from "./move-focus.ts";
import { SessionRows } from "./session-rows.tsx";
import { sessionsFor } from "./sessions-store.ts";
import { Skeleton } from "./skeleton.tsx";
import { Welcome } from "./welcome.tsx";

/** All sessions, live. */
export default function Home({ route: { filter } }: { readonly route: Extract<Route, { name: "home" }> }) {
  useTitle("");
  const store = sessionsFor(filter);
  const facets = useResource("facets", (signal) => api.facets({ signal }));
  const reloadFacets = useMemo(() => throttled(facets.reload, 3_000), [facets.reload]);
  const textField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (store.list.value) store.refresh(undefined);
    else void store.load();
  }, [store]);
  useChanges((changes) => {
    store.refresh(changes);
    reloadFacets();
  });
  useReconnected(() => {
    if (store.error.value) store.refresh(undefined);
  });
  const shortcuts = useMemo(
    () => [
      { keys: ["j", "ArrowDown"], does: "next session", run: () => moveFocus(1) },
      { keys: ["k", "ArrowUp"], does: "session before", run: () => moveFocus(-1) },
      { keys: ["/"], does: "filter by text", run: () => textField.current?.focus() },
      { keys: ["."], does: "show what is new, in order", run: () => store.putInOrder() },
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
      <h1 tabIndex={-1}>Sessions</h1>
      <Filters filter={filter} facets={facets.data} textField={textField} />
      {error && !list ? (
        <Failed error={error} retry={() => void store.load()} />
      ) : list ? (
        <>
          <ListHead list={list} isFiltered={isFiltered} onOrder={store.putInOrder} />
          <SessionRows
            list={list}
            text={filter.text ?? ""}
            error={error}
            isLoadingMore={store.isLoadingMore.value}
            onMore={() => void store.loadMore()}
          />
        </>
      ) : (
        <Skeleton />
      )}
    </div>
  );
}
