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
      <p class="quiet">{countText(list, isFiltered)}</p>
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

function countText({ rows, next }: SessionList, isFiltered: boolean): string {
  const unfinished = rows.filter((row) => row.unfinished).length;
  const shown = `${rows.length}${next === undefined ? "" : "+"} ${rows.length === 1 ? "session" : "sessions"}`;
  const matching = isFiltered ? (rows.length === 1 && next === undefined ? " matches" : " match") : "";
  return `${shown}${matching}${unfinished > 0 ? `, ${unfinished} unfinished` : ""}`;
}
