import { api } from "../../data/api.ts";
import { useResource } from "../../data/resource.ts";
import { addressOf, sessionRoute } from "../../input/route.ts";
import { Visible } from "../../text/visible-text.tsx";
import { formatBranchRef } from "./branch-ref.ts";
import type { Side } from "./use-side.ts";

export interface SideHeadProps {
  readonly side: Side;
  readonly name: "Left" | "Right";
  /** Whether a branch can be chosen. */
  readonly hasBranch: boolean;
  onChoose(ref: string): void;
}

const LISTED = 100;

/** Chooses the session and the branch of one side. */
export function SideHead({ side, name, hasBranch, onChoose }: SideHeadProps) {
  const { ref, session, entries } = side;
  const { data } = useResource("sessions to compare", (signal) =>
    api.sessions({}, { limit: LISTED }, { signal }),
  );
  const sessions = data?.sessions ?? [];
  const isListed = ref.id === "" || sessions.some(({ id }) => id === ref.id);
  return (
    <fieldset class={`side of-${name.toLowerCase()}`}>
      <legend>
        {name}
        {ref.id !== "" && (
          <a class="side-open" href={addressOf(sessionRoute(ref.id))}>
            Open session{" "}
            <span class="visually-hidden">{session ? <Visible text={session.title} /> : ref.id}</span>
          </a>
        )}
      </legend>
      <label class="side-field">
        <span>Session</span>
        <select value={ref.id} onChange={(event) => onChoose(event.currentTarget.value)}>
          <option value="" disabled>
            Choose a session
          </option>
          {!isListed && <option value={ref.id}>{session?.title ?? ref.id}</option>}
          {sessions.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {hasBranch && (
        <label class="side-field">
          <span>Branch</span>
          <select
            value={ref.branch}
            disabled={ref.id === ""}
            onChange={(event) => onChoose(formatBranchRef({ id: ref.id, branch: event.currentTarget.value }))}
          >
            {entries.branches.map((branch) => (
              <option key={branch} value={branch}>
                {branch === "" ? "main" : branch}
              </option>
            ))}
          </select>
        </label>
      )}
    </fieldset>
  );
}
