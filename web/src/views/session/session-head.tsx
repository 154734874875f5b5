import type { SessionRow } from "../../data/api-types.ts";
import { addressOf, SESSION_VIEWS, type SessionView } from "../../input/route.ts";
import { countText } from "../../text/count-text.ts";
import { Visible } from "../../text/visible-text.tsx";
import { Ago } from "../../ui/time.tsx";
import { StateWord } from "../home/state-word.tsx";
import { compareRoute } from "./compare-route.ts";
import { FindingCount } from "./findings/finding-count.tsx";
import { HoldButton } from "./notes/hold-button.tsx";
import type { Reading } from "./reading.ts";
import { SessionMenu } from "./session-menu.tsx";
import type { SessionRoute } from "./use-reading.ts";

export interface SessionHeadProps {
  readonly route: SessionRoute;
  readonly session: SessionRow | undefined;
  readonly reading: Reading;
  onShare(): void;
}

/** Longer titles are set smaller. */
const LONG_TITLE = 90;

const NAMES: Readonly<Record<SessionView, string>> = {
  outline: "Outline",
  graph: "Graph",
  timeline: "Timeline",
};

/** Title, facts, views and actions of a session. */
export function SessionHead({ route, session, reading, onShare }: SessionHeadProps) {
  return (
    <header class="session-head">
      <h1
        tabIndex={-1}
        class={session && session.title.length > LONG_TITLE ? "is-long" : undefined}
        dir="auto"
      >
        {session ? <Visible text={session.title} /> : <span class="title-skeleton">Loading…</span>}
      </h1>
      <p class="head-facts">
        {session && <Facts session={session} />}
        <FindingCount reading={reading} />
      </p>
      <div class="session-tools">
        <nav class="view-tabs" aria-label="Views of this session">
          {SESSION_VIEWS.map((view) => (
            <a
              key={view}
              class="steady"
              data-text={NAMES[view]}
              href={addressOf({ ...route, view })}
              aria-current={route.view === view ? "page" : undefined}
            >
              {NAMES[view]}
            </a>
          ))}
        </nav>
        <div class="session-actions">
          {session?.status === "active" && <HoldButton id={session.id} />}
          <a class="button small" href={addressOf(compareRoute(route.id, reading))}>
            Compare
          </a>
          <button type="button" class="button small" onClick={onShare} disabled={!session}>
            Share
          </button>
          {session && <SessionMenu session={session} reading={reading} />}
        </div>
      </div>
    </header>
  );
}

function Facts({ session }: { readonly session: SessionRow }) {
  const { project, tags, owner, updatedAt, thoughtCount, branchCount } = session;
  return (
    <>
      <StateWord session={session} />
      {session.archived && <span class="badge">archived</span>}
      <span>
        {countText(thoughtCount, "thought")}
        {branchCount > 0 && `, ${countText(branchCount, "branch", "branches")}`}
      </span>
      <span>
        <Ago at={updatedAt} />
      </span>
      {project !== "_default" && (
        <a href={addressOf({ name: "home", filter: { project } })}>
          <Visible text={project} />
        </a>
      )}
      {tags.map((tag) => (
        <a key={tag} class="tag" href={addressOf({ name: "home", filter: { tag } })}>
          <Visible text={tag} />
        </a>
      ))}
      {owner !== undefined && (
        <span>
          owner <Visible text={owner} />
        </span>
      )}
    </>
  );
}
