import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { api } from "../../data/api.ts";
import type { SearchResult } from "../../data/api-types.ts";
import "./search.css";
import { useResource } from "../../data/resource.ts";
import type { SearchFilter } from "../../input/route.ts";
import { Icon } from "../../ui/icon.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { ResultOption } from "./result-option.tsx";
import { ThoughtInContext } from "./thought-in-context.tsx";

export interface SearchPanelProps {
  readonly query: string;
  onQuery(query: string): void;
  onChoose(result: SearchResult): void;
  /** Opens the search page. */
  readonly onAll?: () => void;
  readonly limit?: number;
  readonly filter?: SearchFilter;
  /** Fields that change the filter. */
  readonly filters?: ComponentChildren;
}

const AGE_MS = { day: 86_400_000, week: 7 * 86_400_000, month: 30 * 86_400_000 } as const;
const NO_FILTER: SearchFilter = {};

const TYPING_MS = 120;

/** A search field with results while typing, and the selected thought in context. */
export function SearchPanel({
  query,
  onQuery,
  onChoose,
  onAll,
  limit = 12,
  filter = NO_FILTER,
  filters,
}: SearchPanelProps) {
  const listId = useId();
  const asked = useDebounced(query.trim(), TYPING_MS);
  const key = `search ${limit} ${JSON.stringify(filter)} ${asked}`;
  const found = useResource(asked === "" ? undefined : key, async (signal) => {
    const { within, ...rest } = filter;
    const since = within && new Date(Date.now() - AGE_MS[within]).toISOString();
    const { results } = await api.search(asked, { limit, ...rest, ...(since && { since }) }, { signal });
    return results;
  });
  const results = useLast(asked === "" ? [] : found.data);
  const [selected, setSelected] = useState(0);
  const current = results[Math.min(selected, results.length - 1)];
  // A new query selects the first result.
  useEffect(() => setSelected(0), [asked]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && results.length > 0) {
      event.preventDefault();
      const next = (selected + step + results.length) % results.length;
      setSelected(next);
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && current) {
      event.preventDefault();
      onChoose(current);
    }
  };
  const isStale = asked !== query.trim() || found.isLoading;
  return (
    <div class="search-panel">
      <label class="search-field">
        <Icon name="search" />
        <span class="visually-hidden">Search all thoughts</span>
        <input
          data-first
          type="text"
          role="combobox"
          aria-expanded={results.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={current ? `${listId}-${results.indexOf(current)}` : undefined}
          autocomplete="off"
          spellcheck={false}
          placeholder="Search all thoughts"
          value={query}
          onInput={(event) => onQuery(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </label>
      {filters}
      <p class="search-state quiet" role="status">
        {found.error
          ? ""
          : stateText(
              asked,
              results.length,
              isStale,
              limit,
              Object.values(filter).some((value) => value),
            )}
      </p>
      {found.error && <LoadError error={found.error} retry={found.reload} />}
      <div class="search-columns">
        <div id={listId} class="results" role="listbox" aria-label="Results">
          {results.map((result, index) => (
            <ResultOption
              key={`${result.sessionId} ${result.seq} ${result.note?.id ?? ""}`}
              id={`${listId}-${index}`}
              result={result}
              query={asked}
              isSelected={result === current}
              onPoint={() => setSelected(index)}
              onChoose={() => onChoose(result)}
            />
          ))}
        </div>
        {current && current.seq > 0 && <ThoughtInContext result={current} />}
      </div>
      {onAll && results.length > 0 && (
        <footer class="search-foot">
          <span class="quiet">
            <kbd>↑</kbd> <kbd>↓</kbd> select, <kbd>Enter</kbd> open
          </span>
          <button type="button" class="button small" onClick={onAll}>
            Open search page
          </button>
        </footer>
      )}
    </div>
  );
}

/** Keeps the last results while the next ones load, so that the list does not flicker. */
function useLast<T>(value: readonly T[] | undefined): readonly T[] {
  const last = useRef<readonly T[]>([]);
  if (value) last.current = value;
  return last.current;
}

function stateText(
  asked: string,
  count: number,
  isStale: boolean,
  limit: number,
  isFiltered: boolean,
): string {
  if (asked === "") return "Type words or a question to search the thoughts and notes of all sessions.";
  if (isStale && count === 0) return "Searching…";
  if (count === 0) return `No results. Try other words${isFiltered ? ", or clear the filters" : ""}.`;
  return count === limit ? `Top ${count}` : `${count} ${count === 1 ? "thought" : "thoughts"}`;
}
