import { statisticsOf } from "../views/session/model/statistics.ts";
import type { HtmlSession } from "./data.ts";
import { Fold } from "./fold.tsx";

/** The statistics of the session with their definitions. */
export function Statistics({ analysis }: Pick<HtmlSession, "analysis">) {
  return (
    <Fold title="Statistics" class="statistics">
      <dl class="facts">
        {statisticsOf(analysis).map(({ name, value, definition }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <strong>{value}</strong> <span class="quiet">{definition}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Fold>
  );
}
