import { useLayoutEffect, useRef } from "preact/hooks";
import { go } from "../../input/history.ts";
import { type Route, sessionRoute } from "../../input/route.ts";
import { useTitle } from "../../ui/use-title.ts";
import { SearchFilters } from "./search-filters.tsx";
import { SearchPanel } from "./search-panel.tsx";

/** The search page. The query is in the address. */
export default function Search({ route }: { readonly route: Extract<Route, { name: "search" }> }) {
  useTitle(route.q === "" ? "Search" : `“${route.q}”`);
  const page = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => page.current?.querySelector<HTMLElement>("[data-first]")?.focus(), []);
  return (
    <div class="search-page" ref={page}>
      <h1 tabIndex={-1}>Search</h1>
      <SearchPanel
        query={route.q}
        filter={route.filter}
        filters={<SearchFilters route={route} />}
        onQuery={(q) => go({ ...route, q }, { replace: true })}
        onChoose={({ sessionId, seq }) => go(sessionRoute(sessionId, seq || undefined))}
        limit={40}
      />
    </div>
  );
}
