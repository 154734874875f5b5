import type { SearchResult } from "../../data/api-types.ts";
import { Visible } from "../../text/visible-text.tsx";
import { Ago } from "../../ui/time.tsx";
import { Snippet } from "./snippet.tsx";

/** What one result is shown with. */
export interface ResultOptionProps {
  readonly id: string;
  readonly result: SearchResult;
  readonly query: string;
  readonly isChosen: boolean;
  onPoint(): void;
  onChoose(): void;
}

/** A thought that was found: a piece of it with the words that match, and where it stands. */
export function ResultOption({ id, result, query, isChosen, onPoint, onChoose }: ResultOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys choose
    // biome-ignore lint/a11y/useFocusableInteractive: the field points at the chosen option
    <div
      id={id}
      class="result"
      role="option"
      aria-selected={isChosen}
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
        <span>
          thought {result.thoughtNumber}
          {result.branchId !== undefined && (
            <>
              {" in "}
              <Visible text={result.branchId} />
            </>
          )}
        </span>
        <Ago at={result.at} />
      </p>
    </div>
  );
}
