import { useEffect, useId, useRef, useState } from "preact/hooks";
import { api } from "../../data/api.ts";
import type { SearchResult } from "../../data/api-types.ts";
import "./search.css";
import { useResource } from "../../data/resource.ts";
import { Icon } from "../../ui/icon.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { ResultOption } from "./result-option.tsx";
import { ThoughtInContext } from "./thought-in-context.tsx";

/** What a search is made from. */
export interface SearchPanelProps {
  readonly query: string;
  onQuery(query: string): void;
  onChoose(result: SearchResult): void;
  /** Leads to the page of all results, where there is one to lead to. */
  readonly onAll?: () => void;
  readonly limit?: number;
}

const TYPING_MS = 120;

/** A field, what it finds as one types, and the chosen thought in its context. */
export function SearchPanel({ query, onQuery, onChoose, onAll, limit = 12 }: SearchPanelProps) {
  const listId = useId();
  const asked = useDebounced(query.trim(), TYPING_MS);
  const found = useResource(asked === "" ? undefined : `search ${limit} ${asked}`, async (signal) => {
    const { results } = await api.search(asked, { limit }, { signal });
    return results;
  });
  const results = useLast(asked === "" ? [] : found.data);
  const [chosen, setChosen] = useState(0);
  const current = results[Math.min(chosen, results.length - 1)];
  // Other results begin at the first.
  useEffect(() => setChosen(0), [asked]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && results.length > 0) {
      event.preventDefault();
      const next = (chosen + step + results.length) % results.length;
      setChosen(next);
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
        <span class="visually-hidden">Search everything that was thought</span>
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
          placeholder="Search everything that was thought"
          value={query}
          onInput={(event) => onQuery(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </label>
      <p class="search-state quiet" role="status">
        {stateText(asked, results.length, isStale, found.error !== undefined, limit)}
      </p>
      {found.error && <LoadError error={found.error} retry={found.reload} />}
      <div class="search-columns">
        <div id={listId} class="results" role="listbox" aria-label="Thoughts found">
          {results.map((result, index) => (
            <ResultOption
              key={`${result.sessionId} ${result.seq}`}
              id={`${listId}-${index}`}
              result={result}
              query={asked}
              isChosen={result === current}
              onPoint={() => setChosen(index)}
              onChoose={() => onChoose(result)}
            />
          ))}
        </div>
        {current && <ThoughtInContext result={current} />}
      </div>
      {onAll && results.length > 0 && (
        <footer class="search-foot">
          <span class="quiet">
            <kbd>↑</kbd> <kbd>↓</kbd> choose, <kbd>Enter</kbd> open
          </span>
          <button type="button" class="button small" onClick={onAll}>
            Open as a page
          </button>
        </footer>
      )}
    </div>
  );
}

/** The last results stay while the next are on their way, so that the list does not flicker. */
function useLast<T>(value: readonly T[] | undefined): readonly T[] {
  const last = useRef<readonly T[]>([]);
  if (value) last.current = value;
  return last.current;
}

function stateText(asked: string, count: number, isStale: boolean, isFailed: boolean, limit: number): string {
  if (isFailed) return "";
  if (asked === "") return "Words are found by their stem, in every session.";
  if (isStale && count === 0) return "Searching…";
  if (count === 0) return "Nothing was found. Fewer or other words may help.";
  return count === limit ? `The best ${count}` : `${count} ${count === 1 ? "thought" : "thoughts"}`;
}
