import type { SessionRow } from "../../data/api-types.ts";
import { addressOf, sessionRoute } from "../../input/route.ts";
import { countText } from "../../text/count-text.ts";
import { excerpt } from "../../text/excerpt.ts";
import { statementText } from "../../text/statement.ts";
import { Visible } from "../../text/visible-text.tsx";
import { memo } from "../../ui/memo.ts";
import { OneLine } from "../../ui/one-line.tsx";
import { Ago } from "../../ui/time.tsx";
import { Snippet } from "../search/snippet.tsx";
import { select } from "./selection.ts";
import { StateWord } from "./state-word.tsx";

/** The project of sessions without one. */
const NO_PROJECT = "_default";
const MOST_TAGS = 2;

export interface SessionItemProps {
  readonly row: SessionRow;
  /** The text filter of the list. */
  readonly text: string;
  readonly isSelected: boolean;
}

/** A session in two lines: title, state and time; then its conclusion and facts. */
export const SessionItem = memo(({ row, text, isSelected }: SessionItemProps) => (
  <li class={isSelected ? "session is-selected" : "session"}>
    <input
      class="session-check"
      type="checkbox"
      checked={isSelected}
      aria-label={`Select ${row.title}`}
      data-session={row.id}
      onClick={(event) => select(row.id, { isRange: event.shiftKey })}
    />
    <a class="session-title" href={addressOf(sessionRoute(row.id))}>
      <Visible text={row.title} />
    </a>
    <StateWord session={row} />
    <Ago at={row.updatedAt} isInDay />
    <p class="last-words" dir="auto">
      <LastWords row={row} text={text} />
    </p>
    <p class="session-facts">
      {row.project !== NO_PROJECT && (
        <a href={addressOf({ name: "home", filter: { project: row.project } })} class="fact">
          <Visible text={row.project} />
        </a>
      )}
      {row.tags.slice(0, MOST_TAGS).map((tag) => (
        <a key={tag} href={addressOf({ name: "home", filter: { tag } })} class="fact tag">
          <Visible text={tag} />
        </a>
      ))}
      {row.owner !== undefined && (
        <span class="fact">
          owner <Visible text={row.owner} />
        </span>
      )}
      {row.source && <span class="fact session-source">via {row.source}</span>}
      <span class="fact">
        {countText(row.thoughtCount, "thought")}
        {row.branchCount > 0 && `, ${countText(row.branchCount, "branch", "branches")}`}
      </span>
    </p>
  </li>
));

/** The question of the agent, the thought that matches the filter, the newest decision or outcome, or the last thought. */
function LastWords({ row, text }: Pick<SessionItemProps, "row" | "text">) {
  const { needsInput, match, conclusion } = row;
  if (needsInput !== undefined)
    return (
      <>
        <strong class="needs-input">Needs input</strong> <OneLine text={excerpt(needsInput)} />
      </>
    );
  if (match)
    return (
      <>
        <a class="match" href={addressOf(sessionRoute(row.id, match.seq))}>
          Thought {match.thoughtNumber}
        </a>{" "}
        <span class="one-line">
          <Snippet snippet={match.snippet} query={text} />
        </span>
      </>
    );
  if (conclusion)
    return (
      <>
        <span class="conclusion">{conclusion.kind === "outcome" ? "Concluded" : "Decided"}</span>{" "}
        <OneLine text={statementText(conclusion.text)} />
      </>
    );
  return row.thoughtCount === 0 ? "No thoughts yet." : <OneLine text={excerpt(row.lastWords)} />;
}
