import { go } from "../../../input/history.ts";
import { addressOf } from "../../../input/route.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Brief } from "../brief/brief.tsx";
import type { Reading } from "../reading.ts";
import { Statistics } from "../statistics/statistics.tsx";
import type { SessionRoute } from "../use-reading.ts";
import "./panel.css";
import { ThoughtPanel } from "./thought-panel.tsx";

export interface SidePanelProps {
  readonly route: SessionRoute;
  readonly reading: Reading;
}

const NAMES = { brief: "Brief", thought: "Selected thought", statistics: "Statistics" } as const;

/**
 * The brief, the statistics or the selected thought. It is beside the thoughts on wide screens. On narrow ones the brief is
 * above the thoughts, and a chosen panel is a sheet.
 */
export function SidePanel({ route, reading }: SidePanelProps) {
  const { panel, thought, ...rest } = route;
  const shown = panel === "thought" && thought === undefined ? "brief" : (panel ?? "brief");
  const close = () => go({ ...rest, thought });
  return (
    <aside class={`side-panel${panel === undefined ? "" : " is-open"}`} aria-label={NAMES[shown]}>
      {panel !== undefined && (
        <button
          type="button"
          class={`icon-button close-panel${shown === "thought" ? "" : " is-of-tabs"}`}
          onClick={close}
          aria-label="Close the panel"
        >
          <Icon name="close" />
        </button>
      )}
      {shown === "thought" ? (
        <ThoughtPanel key={thought} route={route} reading={reading} seq={thought!} />
      ) : (
        <>
          <nav class="panel-tabs" aria-label="Panel">
            {(["brief", "statistics"] as const).map((name) => (
              <a
                key={name}
                class="steady"
                data-text={NAMES[name]}
                href={addressOf({ ...route, panel: name })}
                aria-current={shown === name ? "page" : undefined}
              >
                {NAMES[name]}
              </a>
            ))}
          </nav>
          {shown === "brief" ? <Brief route={route} reading={reading} /> : <Statistics reading={reading} />}
        </>
      )}
    </aside>
  );
}
