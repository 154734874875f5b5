import { api } from "../../data/api.ts";
import { useResource } from "../../data/resource.ts";
import { addressOf, sessionRoute } from "../../input/route.ts";
import { Visible } from "../../text/visible-text.tsx";
import { laneRefText } from "./lane-ref.ts";
import type { Side } from "./use-side.ts";

/** What the head of a side is made from. */
export interface SideHeadProps {
  readonly side: Side;
  readonly name: "Left" | "Right";
  onChoose(lane: string): void;
}

const OFFERED = 100;

/** Which session and which of its lines stand on a side. */
export function SideHead({ side, name, onChoose }: SideHeadProps) {
  const { lane, session, marks } = side;
  const { data } = useResource("sessions to compare", (signal) =>
    api.sessions({}, { limit: OFFERED }, { signal }),
  );
  const offered = data?.sessions ?? [];
  const isOffered = lane.id === "" || offered.some(({ id }) => id === lane.id);
  return (
    <fieldset class={`side of-${name.toLowerCase()}`}>
      <legend>{name}</legend>
      <label class="side-field">
        <span>Session</span>
        <select value={lane.id} onChange={(event) => onChoose(event.currentTarget.value)}>
          <option value="" disabled>
            choose a session
          </option>
          {!isOffered && <option value={lane.id}>{session?.title ?? lane.id}</option>}
          {offered.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label class="side-field">
        <span>Line</span>
        <select
          value={lane.branch}
          disabled={lane.id === ""}
          onChange={(event) => onChoose(laneRefText({ id: lane.id, branch: event.currentTarget.value }))}
        >
          {marks.branches.map((branch) => (
            <option key={branch} value={branch}>
              {branch === "" ? "main line" : branch}
            </option>
          ))}
        </select>
      </label>
      {lane.id !== "" && (
        <a href={addressOf(sessionRoute(lane.id))}>
          Open <span class="visually-hidden">{session ? <Visible text={session.title} /> : lane.id}</span>
        </a>
      )}
    </fieldset>
  );
}
