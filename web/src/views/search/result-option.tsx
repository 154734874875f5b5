import type { SearchResult } from "../../data/api-types.ts";
import { Visible } from "../../text/visible-text.tsx";
import { Ago } from "../../ui/time.tsx";
import { Snippet } from "./snippet.tsx";

export interface ResultOptionProps {
  readonly id: string;
  readonly result: SearchResult;
  readonly query: string;
  readonly isSelected: boolean;
  onPoint(): void;
  onChoose(): void;
}

/** A search result: a snippet, the session and the position of the thought. */
export function ResultOption({ id, result, query, isSelected, onPoint, onChoose }: ResultOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field references the selected option
    <div
      id={id}
      class="result"
      role="option"
      aria-selected={isSelected}
      onMouseMove={onPoint}
      onClick={onChoose}
    >
      <p class="result-snippet" dir="auto">
        <Snippet snippet={result.snippet} query={query} />
      </p>
      <p class="result-place quiet">
        <span class="result-title">
          <Visible text={result.title} />
        </span>
        <span class="result-thought">
          {result.note ? (
            <>
              note of <Visible text={result.note.author} />
              {result.note.on !== null && ` on thought ${result.note.on}`}
            </>
          ) : (
            <>
              thought {result.thoughtNumber} in{" "}
              {result.branchId === undefined ? "main" : <Visible text={result.branchId} />}
            </>
          )}
        </span>
        {result.speaker !== undefined && (
          <span class="result-speaker">
            <span class="visually-hidden">by </span>
            <Visible text={result.speaker} />
          </span>
        )}
        <Ago at={result.at} />
      </p>
    </div>
  );
}
