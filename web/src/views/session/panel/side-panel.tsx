import { go } from "../../../input/history.ts";
import { Icon } from "../../../ui/icon.tsx";
import type { Reading } from "../reading.ts";
import { Statistics } from "../statistics/statistics.tsx";
import type { SessionRoute } from "../use-reading.ts";
import "./panel.css";
import { ThoughtPanel } from "./thought-panel.tsx";

export interface SidePanelProps {
  readonly route: SessionRoute;
  readonly reading: Reading;
}

/** Details of the selected thought, or statistics. Always visible on wide screens; a sheet on narrow ones. */
export function SidePanel({ route, reading }: SidePanelProps) {
  const { panel, thought, ...rest } = route;
  const isThought = panel === "thought" && thought !== undefined;
  const close = () => go({ ...rest, thought });
  return (
    <aside
      class={`side-panel${panel === undefined ? "" : " is-open"}`}
      aria-label={isThought ? "Selected thought" : "Statistics"}
    >
      {panel !== undefined && (
        <button type="button" class="icon-button close-panel" onClick={close} aria-label="Close the panel">
          <Icon name="close" />
        </button>
      )}
      {isThought ? (
        <ThoughtPanel key={thought} route={route} reading={reading} seq={thought} />
      ) : (
        <Statistics reading={reading} />
      )}
    </aside>
  );
}
