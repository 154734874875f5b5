import { go } from "../../../input/history.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Figures } from "../figures/figures.tsx";
import type { Reading } from "../reading.ts";
import type { SessionRoute } from "../use-reading.ts";
import "./panel.css";
import { ThoughtPanel } from "./thought-panel.tsx";

/** What stands beside a session. */
export interface SidePanelProps {
  readonly route: SessionRoute;
  readonly reading: Reading;
}

/**
 * Everything about the chosen thought, or the session in figures. Where there is room for it, one of them is always
 * there; on a small screen it is a sheet that is opened and closed.
 */
export function SidePanel({ route, reading }: SidePanelProps) {
  const { panel, thought, ...rest } = route;
  const isThought = panel === "thought" && thought !== undefined;
  const close = () => go({ ...rest, ...(thought !== undefined && { thought }) });
  return (
    <aside
      class={`side-panel${panel === undefined ? "" : " is-open"}`}
      aria-label={isThought ? "The chosen thought" : "The session in figures"}
    >
      {panel !== undefined && (
        <button type="button" class="icon-button close-panel" onClick={close} aria-label="Close the panel">
          <Icon name="close" />
        </button>
      )}
      {isThought ? (
        <ThoughtPanel key={thought} route={route} reading={reading} seq={thought} />
      ) : (
        <Figures reading={reading} />
      )}
    </aside>
  );
}
