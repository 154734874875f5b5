import { Visible } from "../text/visible-text.tsx";
import type { HtmlSession } from "./data.ts";

/** What the session is, in a few lines. */
export function SessionHead({ data }: { readonly data: HtmlSession }) {
  const { session, exportedAt, isCut, thoughts, branches } = data;
  const facts = [
    count(thoughts.length, "thought"),
    ...(branches.length > 1 ? [count(branches.length - 1, "branch", "branches")] : []),
    session.status === "completed" ? "finished" : "unfinished",
    `begun ${day(session.createdAt)}`,
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
          The session is longer: this file has its first {thoughts.length.toLocaleString("en-GB")} thoughts.
        </p>
      )}
      <p class="quiet small">
        <Visible text={session.id} /> · written {day(exportedAt)} by Clew · what looked like a secret was left
        out · this file loads nothing and sends nothing
      </p>
    </div>
  );
}

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString("en-GB")} ${number === 1 ? one : many}`;

const day = (time: string): string => time.slice(0, 16).replace("T", " ");
