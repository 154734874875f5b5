import { sessionState } from "../../../../src/ledger/session-state.ts";
import { present } from "../../ui/time.tsx";
import { isPicking, togglePicking } from "./selection.ts";
import { isOutOfOrder, type SessionList } from "./session-list.ts";

export interface ListHeadProps {
  readonly list: SessionList;
  readonly isFiltered: boolean;
  onSort(): void;
}

/** The number of sessions, and a button for new ones. It always takes the same space. */
export function ListHead({ list, isFiltered, onSort }: ListHeadProps) {
  const waiting = waitingText(list);
  return (
    <div class="list-head">
      <Summary list={list} isFiltered={isFiltered} />
      <div role="status" aria-live="polite">
        {waiting && (
          <button type="button" class="button small waiting" onClick={onSort}>
            {waiting}
          </button>
        )}
      </div>
      <button
        type="button"
        class="button small pick-button"
        aria-pressed={isPicking.value}
        onClick={togglePicking}
      >
        {isPicking.value ? "Done" : "Select"}
      </button>
    </div>
  );
}

function waitingText(list: SessionList): string | undefined {
  const { arrived, isGapped } = list;
  if (arrived.length > 0) return `${arrived.length}${isGapped ? "+" : ""} new`;
  return isOutOfOrder(list) ? "Newest first" : undefined;
}

function Summary({ list: { rows, next }, isFiltered }: Pick<ListHeadProps, "list" | "isFiltered">) {
  const isOne = rows.length === 1 && next === undefined;
  const shown = `${rows.length}${next === undefined ? "" : "+"} ${rows.length === 1 ? "session" : "sessions"}`;
  const active = rows.filter((row) => sessionState(row, present()) === "active").length;
  return (
    <p class="quiet">
      {shown}
      {isFiltered && (isOne ? " matches" : " match")}
      {active > 0 && <span class="active-count">, {active} active now</span>}
    </p>
  );
}
