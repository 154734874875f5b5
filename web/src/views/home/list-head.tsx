import { sessionState } from "../../../../src/ledger/session-state.ts";
import { present } from "../../ui/time.tsx";
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
      <p class="quiet">{summary(list, isFiltered)}</p>
      <div role="status" aria-live="polite">
        {waiting && (
          <button type="button" class="button small waiting" onClick={onSort}>
            {waiting}
          </button>
        )}
      </div>
    </div>
  );
}

function waitingText(list: SessionList): string | undefined {
  const { arrived, isGapped } = list;
  if (arrived.length > 0) return `${arrived.length}${isGapped ? "+" : ""} new`;
  return isOutOfOrder(list) ? "Newest first" : undefined;
}

function summary({ rows, next }: SessionList, isFiltered: boolean): string {
  const isOne = rows.length === 1 && next === undefined;
  const shown = `${rows.length}${next === undefined ? "" : "+"} ${rows.length === 1 ? "session" : "sessions"}`;
  const active = rows.filter((row) => sessionState(row, present()) === "active").length;
  return `${shown}${isFiltered ? (isOne ? " matches" : " match") : ""}${active > 0 ? `, ${active} active now` : ""}`;
}
