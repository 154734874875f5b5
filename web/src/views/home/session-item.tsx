import type { SessionRow } from "../../data/api-types.ts";
import { addressOf, sessionRoute } from "../../input/route.ts";
import { countText } from "../../text/count-text.ts";
import { plainLine } from "../../text/plain-line.ts";
import { Visible } from "../../text/visible-text.tsx";
import { Icon } from "../../ui/icon.tsx";
import { memo } from "../../ui/memo.ts";
import { Ago } from "../../ui/time.tsx";
import { Snippet } from "../search/snippet.tsx";

/** The project of sessions without one. */
const NO_PROJECT = "_default";

export interface SessionItemProps {
  readonly row: SessionRow;
  /** The text filter of the list. */
  readonly text: string;
}

export const SessionItem = memo(({ row, text }: SessionItemProps) => (
  <li class={row.unfinished ? "session is-unfinished" : "session"}>
    <div class="session-main">
      <a class="session-title" href={addressOf(sessionRoute(row.id))}>
        <Visible text={row.title} />
      </a>
      {row.match ? (
        <p class="last-words" dir="auto">
          <a class="match" href={addressOf(sessionRoute(row.id, row.match.seq))}>
            Thought {row.match.thoughtNumber}
          </a>{" "}
          <Snippet snippet={row.match.snippet} query={text} />
        </p>
      ) : (
        row.lastWords !== "" && (
          <p class="last-words" dir="auto">
            <Visible text={plainLine(row.lastWords)} />
          </p>
        )
      )}
      <p class="session-facts">
        {row.project !== NO_PROJECT && (
          <a href={addressOf({ name: "home", filter: { project: row.project } })} class="fact">
            <Visible text={row.project} />
          </a>
        )}
        {row.tags.slice(0, 6).map((tag) => (
          <a key={tag} href={addressOf({ name: "home", filter: { tag } })} class="fact tag">
            <Visible text={tag} />
          </a>
        ))}
        {row.source && <span class="fact">via {row.source}</span>}
        {row.owner !== undefined && (
          <span class="fact">
            owner <Visible text={row.owner} />
          </span>
        )}
      </p>
    </div>
    <div class="session-side">
      <span class="session-time">
        <Ago at={row.updatedAt} />
      </span>
      <span class="session-counts">
        {countText(row.thoughtCount, "thought")}
        {row.branchCount > 0 && `, ${countText(row.branchCount, "branch", "branches")}`}
      </span>
      {row.unfinished && (
        <span class="unfinished">
          <Icon name="half" />
          unfinished
        </span>
      )}
    </div>
  </li>
));
