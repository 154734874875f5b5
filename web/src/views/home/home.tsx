import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { api } from "../../data/api.ts";
import type { SessionRow } from "../../data/api-types.ts";
import { useChanges, useReconnected } from "../../data/changes.ts";
import "./home.css";
import { useResource } from "../../data/resource.ts";
import { throttle } from "../../data/throttle.ts";
import { useShortcuts } from "../../input/keys.ts";
import { ARCHIVED, type Route } from "../../input/route.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { moveFocus } from "../../ui/move-focus.ts";
import { undoNewest } from "../../ui/toast.ts";
import { useTitle } from "../../ui/use-title.ts";
import { archiveSessions } from "../edit/edit-sessions.ts";
import { TagsDialog } from "../edit/tags-dialog.tsx";
import { Filters } from "./filters.tsx";
import { importRun } from "./import-run.ts";
import { ImportStatus } from "./import-status.tsx";
import { ListHead } from "./list-head.tsx";
import { SavedFilters } from "./saved-filters.tsx";
import { clearSelection, focusedSession, select, selection } from "./selection.ts";
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
  const [tagged, setTagged] = useState<readonly SessionRow[]>([]);
  const selectedRows = () => store.list.value?.rows.filter(({ id }) => selection.value.has(id)) ?? [];
  /** Removes rows that were archived or restored here; those of an undo come back with the list. */
  const onArchived = (ids: ReadonlySet<string>) => {
    const isUndo = ![...ids].some((id) => store.list.value?.rows.some((row) => row.id === id));
    if (isUndo) void store.load();
    else store.remove(ids);
    facets.reload();
  };
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
      {
        keys: ["e"],
        does: "archive or restore the selected sessions",
        run() {
          void archiveSessions(selectedRows(), filter.state !== ARCHIVED, onArchived).then(clearSelection);
        },
      },
      { keys: ["t"], does: "tag the selected sessions", run: () => setTagged(selectedRows()) },
      { keys: ["z"], does: "undo", run: undoNewest },
      { keys: ["Escape"], does: "clear the selection", run: clearSelection },
      { keys: ["."], does: "show new sessions", run: () => store.sort() },
    ],
    [store],
  );
  useShortcuts("Sessions", shortcuts);

  const list = store.list.value;
  const error = store.error.value;
  const isImporting = importRun.value.running !== undefined || importRun.value.last !== undefined;
  // Sessions of an import that was started here need no request to appear.
  useEffect(() => {
    if (isImporting && list && (list.arrived.length > 0 || list.isGapped)) store.sort();
  }, [store, list, isImporting]);
  const isFiltered = Object.keys(filter).length > 0;
  if (list && list.rows.length === 0 && list.next === undefined && !isFiltered) return <Welcome />;
  return (
    <div class="home">
      <div class="home-head">
        <h1 tabIndex={-1}>Sessions</h1>
        {list && <ListHead list={list} isFiltered={isFiltered} onSort={store.sort} />}
      </div>
      <ImportStatus hasOffers />
      <Filters filter={filter} facets={facets.data} textField={textField} />
      <SavedFilters filter={filter} />
      {error && !list ? (
        <LoadError error={error} retry={() => void store.load()} />
      ) : list ? (
        <>
          <SessionRows
            list={list}
            filter={filter}
            error={error}
            isLoadingMore={store.isLoadingMore.value}
            onMore={() => void store.loadMore()}
          />
          <SelectionBar
            rows={list.rows}
            isArchive={filter.state === ARCHIVED}
            onArchived={onArchived}
            onEdited={() => store.refresh(undefined)}
            onDeleted={(ids) => {
              store.remove(ids);
              facets.reload();
            }}
            onTag={() => setTagged(selectedRows())}
          />
        </>
      ) : (
        <Skeleton />
      )}
      {tagged.length > 0 && (
        <TagsDialog
          sessions={tagged}
          onEdited={() => store.refresh(undefined)}
          onClose={() => setTagged([])}
        />
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
