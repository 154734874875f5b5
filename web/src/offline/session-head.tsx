import { countText } from "../text/count-text.ts";
import { Visible } from "../text/visible-text.tsx";
import type { HtmlSession } from "./data.ts";

/** Title and facts of the session. */
export function SessionHead({ data }: { readonly data: HtmlSession }) {
  const { session, exportedAt, isCut, thoughts, branches } = data;
  const facts = [
    countText(thoughts.length, "thought"),
    ...(branches.length > 1 ? [countText(branches.length - 1, "branch", "branches")] : []),
    session.status === "completed" ? "complete" : "unfinished",
    `started ${day(session.createdAt)}`,
  ];
  return (
    <div class="session-head">
      <h1 tabIndex={-1}>
        <Visible text={session.title} />
      </h1>
      {session.description !== undefined && (
        <p>
          <Visible text={session.description} />
        </p>
      )}
      <p class="quiet">
        {facts.join(" · ")}
        {session.project !== "_default" && (
          <>
            {" · "}
            <Visible text={session.project} />
          </>
        )}
      </p>
      {session.tags.length > 0 && (
        <p class="quiet small">
          {session.tags.map((tag) => (
            <span key={tag} class="tag">
              <Visible text={tag} />
            </span>
          ))}
        </p>
      )}
      {isCut && (
        <p class="notice">
          This file contains the first {countText(thoughts.length, "thought")} of a longer session.
        </p>
      )}
      <p class="quiet small">
        <Visible text={session.id} /> · exported {day(exportedAt)} by Clew · secrets removed · this file loads
        and sends nothing
      </p>
    </div>
  );
}

const day = (time: string): string => time.slice(0, 16).replace("T", " ");
